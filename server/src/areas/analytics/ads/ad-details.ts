import type { AdDetails, analyticsCalls, Dimension, MetricId, QueryOf } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { pageOffset } from '../../../platform/database/page.ts'
import type { Analytics } from '../analytics.ts'
import { columnOf } from '../metrics/columns.ts'
import { definitions } from '../metrics/definitions.ts'
import { allowedFor } from '../metrics/metric-rights.ts'
import { notesOf, possible } from '../metrics/notes.ts'
import { filtersOf, rowsOf, viewScope, withNames } from '../metrics/scope.ts'
import { rawWords } from '../metrics/source.ts'
import { aggregateOf, whereOf } from '../metrics/statements.ts'
import { rangeBefore, timeRangeOf } from '../metrics/time-range.ts'
import type { ViewScope } from '../metrics/view-scope.ts'

type Asked = Omit<QueryOf<(typeof analyticsCalls)['getAdInsertionDetails']>, 'sort'> & {
  readonly sort: string
}
type Row = { readonly key: string } & Partial<Record<MetricId, number | null>>

/** A page of dimension values with their metrics.
 * @param metrics metrics of the same table
 * @param usual the dimension if none is named that the metrics have
 * @throws problem warehouse-away, range-too-long, timezone-unknown, forbidden */
export async function adDetailsOf(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: Asked,
  metrics: readonly MetricId[],
  usual: Dimension,
): Promise<AdDetails> {
  const { pageNum, pageSize, sort, compareWithPeriod } = asked
  const groupBy = metrics.map((metric) => possible(metric, asked.groupBy)).find(Boolean) ?? usual
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const [scope, freshAt] = await Promise.all([
    viewScope(analytics, allowedFor(callers, metrics), range, filtersOf(asked)),
    analytics.freshTime(),
  ])
  const sorted = metrics.find((metric) => sort === metric || sort === `-${metric}`)
  const order =
    sorted && `${aggregateOf(sorted, rawWords)} ${sort.startsWith('-') ? 'DESC' : 'ASC'} NULLS LAST,`
  const limit = `ORDER BY ${order ?? ''} key LIMIT ${pageSize} OFFSET ${pageOffset({ pageNum, pageSize })}`
  const rows = (statement: string) => rowsOf<Row>(analytics, statement)
  const [found, [all]] = await Promise.all([
    rows(statementOf(scope, metrics, groupBy, limit)),
    rowsOf<{ counted: number }>(analytics, countStatement(scope, metrics, groupBy)),
  ])
  const keys = found.map(({ key }) => key)
  const before = { ...scope, range: rangeBefore(range), filters: { ...scope.filters, [groupBy]: keys } }
  const earlier =
    compareWithPeriod && keys.length > 0 ? await rows(statementOf(before, metrics, groupBy)) : []
  const previous = new Map(earlier.map((row) => [row.key, row]))
  const named = await withNames(analytics, scope.environments, groupBy, found)
  const items = named.map(({ key, name, ...values }) => ({
    key,
    ...(name !== undefined && { name }),
    figures: metrics.map((metric) => ({
      metric,
      unit: definitions[metric].unit,
      value: values[metric] ?? null,
      ...(compareWithPeriod && { previous: previous.get(key)?.[metric] ?? null }),
    })),
  }))
  const notes = notesOf(asked, metrics, ['interval', 'splitBy'])
  return { items, pageNum, pageSize, totalItems: all?.counted ?? 0, freshAt, ...notes }
}

function statementOf(scope: ViewScope, metrics: readonly MetricId[], by: Dimension, limit = ''): string {
  const table = tableOfAll(metrics)
  const values = metrics.map((metric) => `${aggregateOf(metric, rawWords)} AS \`${metric}\``)
  return `SELECT ${columnOf(table, by)} AS key, ${values.join(', ')} FROM ${table} ${whereOf(scope, table)} GROUP BY key ${limit}`
}

function countStatement(scope: ViewScope, metrics: readonly MetricId[], by: Dimension): string {
  const table = tableOfAll(metrics)
  return `SELECT uniqExact(${columnOf(table, by)}) AS counted FROM ${table} ${whereOf(scope, table)}`
}

const tableOfAll = ([metric = 'ad-sessions']: readonly MetricId[]) => definitions[metric].table
