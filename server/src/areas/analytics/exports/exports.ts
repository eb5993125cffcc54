import { type analyticsCalls, exportLimits, type Note, type QueryOf, type ViewItem } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { Table } from '../../../platform/workbook/sheet-tasks.ts'
import { tasksOf } from '../../../platform/workers/workers.ts'
import type { Analytics } from '../analytics.ts'
import { definitions } from '../metrics/definitions.ts'
import { getFigures } from '../metrics/figures.ts'
import { notesOf, possible } from '../metrics/notes.ts'
import { exportInterval, rangeBefore, timeRangeOf } from '../metrics/time-range.ts'
import { listViews } from '../views/view-list.ts'
import { exportTypes } from './export-types.ts'
import { viewTable } from './view-rows.ts'

type Asked = QueryOf<(typeof analyticsCalls)['exportFigures']>

const VIEWS_AT_ONCE = 2500
/** Rows that fit into a sheet. */
const MOST_ROWS = 1_000_000
const task = tasksOf<typeof import('./export-tasks.ts')>(new URL('./export-tasks.ts', import.meta.url))
const writers = { csv: task('writeCsv'), xlsx: task('writeXlsx'), parquet: task('writeParquet') }

export interface ExportedFile {
  readonly name: string
  readonly type: string
  readonly data: Uint8Array
  readonly notes: readonly Note[]
}

/** Writes a chart, its rows or the newest views to a file.
 * @throws problem warehouse-away, range-too-long, timezone-unknown, dimension-not-possible, group-missing */
export async function exportFigures(
  analytics: Analytics,
  callers: readonly Scope[],
  { table: wanted, format, ...given }: Asked,
): Promise<ExportedFile> {
  const asked = {
    ...given,
    interval: given.interval ?? exportInterval(given),
    splitBy: possible(given.metric, given.splitBy),
  }
  const table = await { series: seriesTable, rows: rowsTable, views: viewsTable }[wanted](
    analytics,
    callers,
    asked,
  )
  const name = `${wanted === 'views' ? 'views' : asked.metric} ${asked.from.slice(0, 10)} ${asked.to.slice(0, 10)}.${format}`
  const data = await analytics.workers.run(writers[format], table)
  const { notes = [] } = notesOf(given, [given.metric])
  return { name, type: exportTypes[format], data, notes }
}

type AskedFigures = Omit<Asked, 'table' | 'format'>

/** The chart: a row per step, with a column for the previous period or for each dimension value. */
async function seriesTable(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: AskedFigures,
): Promise<Table> {
  const { metric, splitBy, compareWithPeriod } = asked
  const time = { name: 'Time', type: 'time' } as const
  const { name } = definitions[metric]
  if (splitBy !== undefined) {
    const whole = await getFigures(analytics, callers, { ...asked, groupBy: splitBy })
    const { series, rows = [], otherSplits } = whole
    const names = new Map(rows.map((row) => [row.key, row.name ?? row.key]))
    const isShared = (name: string) => [...names.values()].filter((other) => other === name).length > 1
    // Videos can share a title, but column names must differ.
    const columnOf = (key: string) => {
      const name = names.get(key) ?? key
      return name === '' ? 'Not given' : isShared(name) ? `${name} (${key})` : name
    }
    const byKey = Map.groupBy(series, ({ key }) => key ?? '')
    const lines = [
      ...[...byKey].map(([key, points]) => [columnOf(key), points] as const),
      ...(otherSplits === undefined ? [] : [[`Others (${otherSplits.groups})`, otherSplits.series] as const]),
    ]
    const [[, first] = ['', []]] = lines
    return {
      columns: [time, ...lines.map(([title]) => ({ name: title, type: 'number' as const }))],
      rows: first.map(({ at }, n) => [at, ...lines.map(([, points]) => points[n]?.value ?? null)]),
    }
  }
  const { groupBy: _, ...same } = asked
  const whole = { ...same, compareWithPeriod: false }
  const { from, to } = rangeBefore(timeRangeOf(asked))
  const [own, before] = await Promise.all([
    getFigures(analytics, callers, whole),
    compareWithPeriod
      ? getFigures(analytics, callers, { ...whole, from: from.toISOString(), to: to.toISOString() })
      : null,
  ])
  return {
    columns: [
      time,
      { name, type: 'number' },
      ...(before === null ? [] : [{ name: `${name} before`, type: 'number' as const }]),
    ],
    rows: own.series.map(({ at, value }, n) => [
      at,
      value,
      ...(before === null ? [] : [before.series[n]?.value ?? null]),
    ]),
  }
}

/** A row per dimension value. @throws problem group-missing */
async function rowsTable(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: AskedFigures,
): Promise<Table> {
  if (asked.groupBy === undefined) throw problem('group-missing')
  const { rows = [] } = await getFigures(analytics, callers, { ...asked, limit: MOST_ROWS })
  const { compareWithPeriod: isCompared, metric } = asked
  const { name } = definitions[metric]
  const number = (title: string) => ({ name: title, type: 'number' as const })
  return {
    columns: [
      { name: 'Value', type: 'text' as const },
      { name: 'Name', type: 'text' as const },
      number(name),
      number('Share of views'),
      ...(isCompared ? [number(`${name} before`)] : []),
    ],
    rows: rows.map((row) => [
      row.key,
      row.name ?? null,
      row.value,
      row.share,
      ...(isCompared ? [row.previous ?? null] : []),
    ]),
  }
}

/** The newest views. */
async function viewsTable(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: AskedFigures,
): Promise<Table> {
  const { metric: _m, interval: _i, groupBy: _g, splitBy: _s, compareWithPeriod: _c, ...range } = asked
  const items: ViewItem[] = []
  let before: string | null | undefined
  do {
    const asked = before ? { ...range, before } : range
    const page = await listViews(analytics, callers, asked, VIEWS_AT_ONCE)
    items.push(...page.items)
    before = page.next
  } while (before !== null && items.length < exportLimits.atOnce)
  return viewTable(items)
}
