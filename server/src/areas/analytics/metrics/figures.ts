import {
  type analyticsCalls,
  analyticsLimits,
  type Dimension,
  type Figures,
  type MetricEntry,
  type MetricId,
  metricIds,
  type QueryOf,
  type Totals,
} from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import type { FigureTable } from './columns.ts'
import { peakStatement } from './concurrent-statements.ts'
import { definitions } from './definitions.ts'
import { filtersOf, rowsOf, viewScope, withNames } from './scope.ts'
import { rowsStatement, seriesStatement, totalsStatement } from './statements.ts'
import { rangeBefore, stepsOf, type TimeRange, timeRangeOf } from './time-range.ts'
import type { ViewScope } from './view-scope.ts'

const PEAK = 'peak-viewers'
const addedUp: readonly MetricId[] = ['watch-time', 'delivered-bytes', 'streamed-time', 'encoded-time']

/** What the rows of each table count. */
const wholes: Readonly<Record<FigureTable, MetricId>> = {
  views: 'views',
  concurrent: PEAK,
  deliveries: 'requests',
  usage: 'encoded-time',
}

type Asked = Omit<QueryOf<(typeof analyticsCalls)['getViews']>, 'series'> & { readonly series?: boolean }
type Point = Figures['series'][number]

interface Row {
  readonly key: string
  readonly value: number | null
  readonly counted: number
}

/** A metric over time. @throws problem warehouse-away, range-too-long, timezone-unknown */
export async function getFigures(analytics: Analytics, caller: Scope, asked: Asked): Promise<Figures> {
  const { metric, groupBy, splitBy, compareWithPeriod } = asked
  const range = timeRangeOf(asked)
  const scope = await viewScope(analytics, caller, range, filtersOf(asked))
  const freshAt = analytics.clock.now().toISOString()
  const rows = <R>(statement: string) => rowsOf<R>(analytics, statement)
  const totalOf = async (of: ViewScope) => (await totalsOf(of, [metric], rows))[0] ?? null
  const before: ViewScope = { ...scope, range: rangeBefore(range) }
  const total = totalOf(scope)
  const [previousTotal, series, grouped] = await Promise.all([
    compareWithPeriod ? totalOf(before) : undefined,
    asked.series === false ? [] : seriesOf(scope, metric, splitBy, rows),
    groupBy === undefined
      ? undefined
      : groupsOf(scope, metric, groupBy, compareWithPeriod ? before : null, rows, total),
  ])
  const named = grouped && (await withNames(analytics, caller.environmentId, groupBy, grouped))
  const { interval, timezone } = range
  return {
    ...{ metric, unit: definitions[metric].unit, interval, timezone, total: await total, series, freshAt },
    ...(previousTotal !== undefined && { previousTotal }),
    ...(named !== undefined && { rows: named }),
  }
}

/** Several metrics of the same views. @throws problem warehouse-away, range-too-long, timezone-unknown */
export async function getTotals(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getTotals']>,
): Promise<Totals> {
  const { metrics, compareWithPeriod } = asked
  // Steps are not needed, so any length is allowed.
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const scope = await viewScope(analytics, caller, range, filtersOf(asked))
  const freshAt = analytics.clock.now().toISOString()
  const rows = <R>(statement: string) => rowsOf<R>(analytics, statement)
  const before = { ...scope, range: rangeBefore(range) }
  const [own, previous] = await Promise.all([
    totalsOf(scope, metrics, rows),
    compareWithPeriod ? totalsOf(before, metrics, rows) : null,
  ])
  const items = metrics.map((metric, n) => ({
    ...{ metric, unit: definitions[metric].unit, total: own[n] ?? null },
    ...(previous !== null && { previousTotal: previous[n] ?? null }),
  }))
  return { items, freshAt }
}

export function listMetrics(): MetricEntry[] {
  return metricIds.map((id) => {
    const { name, unit, definition, formula, source } = definitions[id]
    return { id, name, unit, definition, formula, source }
  })
}

export type Rows = <R>(statement: string) => Promise<R[]>

/** A value for each metric, null if there is nothing to compute it from. */
export async function totalsOf(
  scope: ViewScope,
  metrics: readonly MetricId[],
  rows: Rows,
): Promise<(number | null)[]> {
  const byTable = Map.groupBy(metrics, (metric) => definitions[metric].table)
  const found = await Promise.all(
    [...byTable].map(async ([table, own]) => {
      if (table !== 'concurrent') return rows<Record<string, number | null>>(totalsStatement(scope, own))
      const [peak] = await rows<{ value: number }>(peakStatement(scope))
      return [{ [PEAK]: peak?.value ?? null }]
    }),
  )
  const values: Record<string, number | null> = Object.assign({}, ...found.flat())
  return metrics.map((metric) => values[metric] ?? null)
}

/** A value for each step, and for each of the largest values of `splitBy`. */
export async function seriesOf(
  scope: ViewScope,
  metric: Asked['metric'],
  splitBy: Dimension | undefined,
  rows: Rows,
): Promise<Point[]> {
  // Without views a sum is 0, and a share or a median is unknown.
  const none = addedUp.includes(metric) || definitions[metric].unit === 'count' ? 0 : null
  const filled = (found: readonly Found[], key?: string): Point[] =>
    filledSeries(scope.range, found, none).map((point) => ({ ...point, ...(key !== undefined && { key }) }))
  if (splitBy === undefined) {
    const isSeries = true
    return filled(
      await rows(metric === PEAK ? peakStatement(scope, { isSeries }) : seriesStatement(scope, metric)),
    )
  }
  const largest = await largestOf(scope, metric, splitBy, analyticsLimits.splits, rows)
  const keys = largest.map(({ key }) => key)
  if (keys.length === 0) return []
  const found = await rows<{ at: number; key: string; value: number | null }>(
    metric === PEAK
      ? peakStatement(scope, { by: splitBy, keys, isSeries: true })
      : seriesStatement(scope, metric, { dimension: splitBy, keys }),
  )
  const byKey = Map.groupBy(found, ({ key }) => key)
  return keys.flatMap((key) => filled(byKey.get(key) ?? [], key))
}

interface Found {
  /** Seconds since 1970. */
  readonly at: number
  readonly value: number | null
}

/** A value for each step of the range. @param none of steps for which nothing was found */
export function filledSeries<None extends number | null>(
  range: TimeRange,
  found: readonly Found[],
  none: None,
): { at: string; value: number | None }[] {
  const values = new Map(found.map(({ at, value }) => [at * 1000, value]))
  return stepsOf(range).map((at) => ({
    at: at.toISOString(),
    value: (values.get(at.getTime()) as number | undefined) ?? none,
  }))
}

/** The values of a dimension with most views. */
function largestOf(
  scope: ViewScope,
  metric: MetricId,
  dimension: Dimension,
  limit: number,
  rows: Rows,
): Promise<Row[]> {
  return rows<Row>(
    metric === PEAK
      ? `${peakStatement(scope, { by: dimension })}, key LIMIT ${limit}`
      : rowsStatement(scope, metric, dimension, limit),
  )
}

/** The values of a dimension with most of what the table counts.
 * @param before the range to compare with
 * @param total of the metric, if it is known */
export async function groupsOf(
  scope: ViewScope,
  metric: MetricId,
  dimension: Dimension,
  before: ViewScope | null,
  rows: Rows,
  total?: Promise<number | null>,
): Promise<NonNullable<Figures['rows']>> {
  const limit = dimension === 'country' ? analyticsLimits.countries : analyticsLimits.rows
  const wanted = (of: ViewScope) => largestOf(of, metric, dimension, limit, rows)
  // Parts of a peak are at other times than the whole.
  const whole = wholes[definitions[metric].table]
  const count = async () =>
    (metric === whole && total !== undefined ? await total : (await totalsOf(scope, [whole], rows))[0]) ?? 0
  const [own, all] = await Promise.all([wanted(scope), count()])
  const keys = own.map(({ key }) => key)
  const compared = before !== null && keys.length > 0
  // Only the same values: those with most views before can be others.
  const earlier = compared
    ? await wanted({ ...before, filters: { ...before.filters, [dimension]: keys } })
    : []
  const previous = new Map(earlier.map(({ key, value }) => [key, value]))
  return own.map(({ key, value, counted }) => ({
    ...{ key, value, share: all === 0 ? 0 : counted / all },
    ...(before !== null && { previous: previous.get(key) ?? null }),
  }))
}
