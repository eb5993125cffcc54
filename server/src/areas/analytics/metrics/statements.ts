import type { Dimension, MetricId } from '@kinora/contract'
import { literal, literals } from '../warehouse/literal.ts'
import { definitions, dimensionColumns } from './definitions.ts'
import { ofViews, type Source, totalsSource } from './source.ts'
import { type ViewScope, visibleConditions } from './view-scope.ts'

// All statements about views are made here, and each names its environment.

/** One row with a column for each metric. */
export function totalsStatement(scope: ViewScope, metrics: readonly MetricId[]): string {
  const source = totalsSource(scope, {}) ?? viewsSource(scope)
  const columns = metrics.map((metric) => `${aggregateOf(metric, source)} AS ${quotedId(metric)}`)
  return `SELECT ${columns.join(', ')} ${source.from}`
}

/** Rows of `at`, in seconds since 1970, and `value`, and of `key` if the series is split.
 * @param keys the values of the dimension that have a series */
export function seriesStatement(
  scope: ViewScope,
  metric: MetricId,
  split?: { readonly dimension: Dimension; readonly keys: readonly string[] },
): string {
  const { interval, timezone } = scope.range
  const zone = literal(timezone, 'String')
  const by = split?.dimension
  const source = totalsSource(scope, { isSeries: true, by }) ?? viewsSource(scope, by)
  const step = `toUnixTimestamp(toDateTime(toStartOfInterval(${source.time}, INTERVAL 1 ${interval}, ${zone}), ${zone}))`
  const value = `${aggregateOf(metric, source)} AS value`
  if (split === undefined) return `SELECT ${step} AS at, ${value} ${source.from} GROUP BY at ORDER BY at`
  return `SELECT ${step} AS at, ${source.key} AS key, ${value} ${source.from}
    AND ${source.key} IN ${literals(split.keys, 'String')} GROUP BY at, key ORDER BY at`
}

/** Rows of `key`, `value` and `views`, those with most views first. */
export function rowsStatement(
  scope: ViewScope,
  metric: MetricId,
  dimension: Dimension,
  limit: number,
): string {
  const most = 'GROUP BY key HAVING counted > 0 ORDER BY counted DESC, key'
  const sums = totalsSource(scope, { by: dimension })
  // Sketches take long to merge, so only those of the rows that are shown are.
  const isSketch = definitions[metric].sql?.includes('{') && dimension !== 'category'
  const keys =
    sums === null || !isSketch
      ? undefined
      : `SELECT key FROM (SELECT ${sums.key} AS key, sum(views) AS counted ${sums.from} ${most} LIMIT ${limit})`
  const source = totalsSource(scope, { by: dimension, keys }) ?? viewsSource(scope, dimension)
  return `SELECT ${source.key} AS key, ${aggregateOf(metric, source)} AS value, sum(views) AS counted
    ${source.from} ${most} LIMIT ${limit}`
}

/** Rows of `key` and `counted`. */
export function filterValuesStatement(
  scope: ViewScope,
  dimension: Dimension,
  phrase: string,
  limit: number,
): string {
  const { key, from } = totalsSource(scope, { by: dimension }) ?? viewsSource(scope, dimension)
  const isLike =
    phrase === '' ? '' : `AND positionCaseInsensitiveUTF8(${key}, ${literal(phrase, 'String')}) > 0`
  return `SELECT ${key} AS key, sum(views) AS counted ${from} ${isLike}
    GROUP BY key HAVING counted > 0 AND key != '' ORDER BY counted DESC, key LIMIT ${limit}`
}

const quotedId = (metric: MetricId) => `\`${metric}\``

/** JSON has no NaN: a division by zero is null. */
function aggregateOf(metric: MetricId, source: Source): string {
  const { sql } = definitions[metric]
  if (sql === null) throw new Error(`${metric} is not made of views`)
  const { viewers, sessions, startup } = source
  const own = Object.entries({ viewers, sessions, startup }).reduce(
    (text, [name, expression]) => text.replaceAll(`{${name}}`, expression),
    sql,
  )
  return `ifNotFinite(toNullable(toFloat64(${own})), NULL)`
}

function viewsSource(scope: ViewScope, by?: Dimension): Source {
  const key = by === undefined ? '' : dimensionColumns[by]
  return { from: `FROM views ${whereOf(scope)}`, time: 'started_at', key, ...ofViews }
}

/** The condition for views of the scope. */
export function whereOf({ environmentId, range: { from, to }, contentIds, filters }: ViewScope): string {
  const first = literal(from, `DateTime64(3, 'UTC')`)
  const last = literal(to, `DateTime64(3, 'UTC')`)
  const conditions = [
    `environment_id = ${literal(environmentId, 'UUID')}`,
    // The first one is for the index.
    `toStartOfHour(started_at) BETWEEN toStartOfHour(${first}) AND toStartOfHour(${last})`,
    `started_at >= ${first} AND started_at < ${last}`,
    'is_bot = 0',
    ...visibleConditions(contentIds),
  ]
  for (const [dimension, values] of Object.entries(filters) as [Dimension, string[] | undefined][])
    if (values !== undefined)
      conditions.push(`${dimensionColumns[dimension]} IN ${literals(values, 'String')}`)
  return `WHERE ${conditions.join(' AND ')}`
}
