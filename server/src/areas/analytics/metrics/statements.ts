import type { Dimension, MetricId } from '@kinora/contract'
import { OFFER_AD_SYSTEM } from '../../ads/index.ts'
import { literal, literals } from '../warehouse/literal.ts'
import { columnOf, conditionOf, type FigureTable, tableOf } from './columns.ts'
import { definitions } from './definitions.ts'
import { explained, rawWords, type Source, totalsSource, type Words } from './source.ts'
import { stepsOf, type TimeRange } from './time-range.ts'
import { isInEnvironments, tenantConditions, type ViewScope } from './view-scope.ts'

// Statements for metrics of all tables but `concurrent`. Each has the environment in its WHERE clause.

/** Selects one row with a column per metric. All metrics must have the same table. */
export function totalsStatement(scope: ViewScope, metrics: readonly MetricId[]): string {
  const source = sourceOf(tableOfAll(metrics), scope, { uses: usesOf(metrics) })
  return `SELECT ${columnsOf(metrics, source)} ${source.from}`
}

/** Selects a row per step with `at`, in seconds since 1970, and a column per metric, and a row for the whole range with
 * `at` 0. All metrics must have the same table. */
export function seriesStatement(scope: ViewScope, metrics: readonly MetricId[]): string {
  const source = sourceOf(tableOfAll(metrics), scope, { uses: usesOf(metrics), isSeries: true })
  return `SELECT ${stepOf(source.time, scope.range)} AS at, ${columnsOf(metrics, source)}
    ${source.from} GROUP BY ROLLUP(at) ORDER BY at`
}

/** Selects `at`, `key`, `value` and `counted` for each step and value of the dimension, with `at` 0 for each value in the
 * whole range, and with `isAll` 1 for all values together. */
export function allSplitsStatement(scope: ViewScope, metric: MetricId, by: Dimension): string {
  const { table, sql } = definitions[metric]
  const source = sourceOf(table, scope, { uses: sql, isSeries: true, by }, metric)
  return `SELECT ${stepOf(source.time, scope.range)} AS at, ${source.key} AS key, grouping(key) AS isAll,
      ${aggregateOf(metric, source.words)} AS value, ${source.counted} AS counted
    ${source.from} GROUP BY GROUPING SETS ((at, key), (key), ()) ORDER BY at`
}

/** Selects `at`, `key` and `value`.
 * @param keys the values of the dimension that have a series */
export function splitStatement(
  scope: ViewScope,
  metric: MetricId,
  by: Dimension,
  keys: readonly string[],
): string {
  const { table, sql } = definitions[metric]
  const source = sourceOf(table, scope, { uses: sql, isSeries: true, by })
  return `SELECT ${stepOf(source.time, scope.range)} AS at, ${source.key} AS key, ${aggregateOf(metric, source.words)} AS value
    ${source.from} AND ${source.key} IN ${literals(keys, 'String')} GROUP BY at, key ORDER BY at`
}

/** Selects `code` and `value`, the failures by error, and with `by` also the `key` of the dimension. */
export function errorsStatement(scope: ViewScope, by?: Dimension, limit = 50): string {
  const key = by === undefined ? '' : `${columnOf('views', by)} AS key, `
  return `SELECT error_code AS code, ${key}sum(playback_failures) AS value
    FROM views ${whereOf(scope)} AND error_code != '' GROUP BY code${by === undefined ? '' : ', key'} HAVING value > 0
    ORDER BY value DESC${by === undefined ? '' : `, key LIMIT ${limit} BY code`}`
}

/** Selects `at`, `code` and `value`: failures by step and error. */
export function errorSeriesStatement(scope: ViewScope): string {
  return `SELECT ${stepOf('started_at', scope.range)} AS at, error_code AS code, sum(playback_failures) AS value
    FROM views ${whereOf(scope)} AND error_code != '' GROUP BY at, code HAVING value > 0`
}

/** Selects `key`, `value` and `counted`, the number of views, requests or impressions, by which rows are sorted. */
export function rowsStatement(
  scope: ViewScope,
  metric: MetricId,
  dimension: Dimension,
  limit: number,
): string {
  const most = 'GROUP BY key HAVING counted > 0 ORDER BY counted DESC, key'
  const { table, sql } = definitions[metric]
  // Merging sketches is slow, so only those of the returned rows are merged.
  const counts = sourceOf(table, scope, { by: dimension }, metric)
  const keys =
    sql.includes('{') && dimension !== 'category'
      ? `SELECT key FROM (SELECT ${counts.key} AS key, ${counts.counted} AS counted ${counts.from} ${most} LIMIT ${limit})`
      : undefined
  const source = sourceOf(table, scope, { uses: sql, by: dimension, keys }, metric)
  const groups = source.isLimited ? '' : ', count() OVER () AS groups'
  return `SELECT ${source.key} AS key, ${aggregateOf(metric, source.words)} AS value, ${source.counted} AS counted${groups}
    ${source.from} ${most} LIMIT ${limit}`
}

/** Selects `value` and `counted` of all values of a dimension but these, and with `isSeries` a row per step with `at`. */
export function othersStatement(
  scope: ViewScope,
  metric: MetricId,
  by: Dimension,
  keys: readonly string[],
  { isSeries = false } = {},
): string {
  const { table, sql } = definitions[metric]
  const source = sourceOf(table, scope, { uses: sql, isSeries, by }, metric)
  const step = isSeries ? `${stepOf(source.time, scope.range)} AS at, ` : ''
  return `SELECT ${step}${aggregateOf(metric, source.words)} AS value, ${source.counted} AS counted
    ${source.from} AND ${source.key} NOT IN ${literals(keys, 'String')} ${isSeries ? 'GROUP BY at ORDER BY at' : ''}`
}

/** Selects `counted`, the number of values of a dimension. */
export function groupsStatement(scope: ViewScope, metric: MetricId, by: Dimension): string {
  const { key, from, counted } = sourceOf(definitions[metric].table, scope, { by }, metric)
  return `SELECT count() AS counted FROM (
    SELECT ${key} AS own, ${counted} AS most ${from} GROUP BY own HAVING most > 0)`
}

/** Selects `key` and `counted`: the values of a dimension, most views first. */
export function filterValuesStatement(
  scope: ViewScope,
  dimension: Dimension,
  phrase: string,
  limit: number,
): string {
  const { key, from, counted } = sourceOf(tableOf(dimension), scope, { by: dimension })
  const isLike =
    phrase === '' ? '' : `AND positionCaseInsensitiveUTF8(${key}, ${literal(phrase, 'String')}) > 0`
  return `SELECT ${key} AS key, ${counted} AS counted ${from} ${isLike}
    GROUP BY key HAVING counted > 0 AND key != '' ORDER BY counted DESC, key LIMIT ${limit}`
}

/** Selects `id`: those of the IDs that belong to Kinora's campaigns, even deleted ones. */
export function ownCampaignsStatement(
  environments: Parameters<typeof isInEnvironments>[0],
  ids: readonly string[],
): string {
  return `SELECT DISTINCT campaign AS id FROM ad_figures WHERE ${isInEnvironments(environments)}
    AND ad_system = ${literal(OFFER_AD_SYSTEM, 'String')} AND campaign IN ${literals(ids, 'String')}`
}

/** Expression for the start of the step of a time, in seconds since 1970. The calendar of the engine knows other time zones
 * than that of Node, so it gets the starts. */
export function stepOf(time: string, range: TimeRange): string {
  const seconds = `toUnixTimestamp(${time})`
  if (range.interval === 'minute') return `toUInt32(intDiv(${seconds}, 60) * 60)`
  if (range.interval === 'half-hour') return `toUInt32(intDiv(${seconds}, 1800) * 1800)`
  return `roundDown(${seconds}, ${startsLiteral(range)})`
}

const LAST_S = 2 ** 32 - 1

/** The starts of the steps of a range, in seconds since 1970. */
export function startsLiteral(range: TimeRange): string {
  const starts = stepsOf(range).map((at) => Math.min(LAST_S, Math.max(0, at.getTime() / 1000)))
  return literal(JSON.stringify(starts), 'Array(UInt32)')
}

const tableOfAll = ([metric = 'views']: readonly MetricId[]) => definitions[metric].table
const usesOf = (metrics: readonly MetricId[]) => metrics.map((metric) => definitions[metric].sql).join(' ')
const columnsOf = (metrics: readonly MetricId[], source: Source) =>
  metrics.map((metric) => `${aggregateOf(metric, source.words)} AS ${quotedId(metric)}`).join(', ')
const quotedId = (metric: MetricId) => `\`${metric}\``

/** Expression of a metric. A division by zero is null, because JSON has no NaN. */
export function aggregateOf(metric: MetricId, words: Words): string {
  return `ifNotFinite(toNullable(toFloat64(${explained(definitions[metric].sql, words)})), NULL)`
}

function sourceOf(
  table: FigureTable,
  scope: ViewScope,
  wanted: Parameters<typeof totalsSource>[2] = {},
  metric?: MetricId,
): Source {
  const sums = totalsSource(table, scope, wanted)
  if (sums !== null) return sums
  const [time, rowCount] = counts[table]
  const whole = metric && definitions[metric].whole
  const counted = whole === undefined ? rowCount : definitions[whole].sql
  const key = wanted.by === undefined ? '' : columnOf(table, wanted.by)
  const from = `FROM ${table} ${whereOf(scope, table)}`
  return { from, time, key, counted, words: rawWords, isLimited: false }
}

/** Expressions for the time of a row and for the count by which dimension values are sorted. */
const counts: Readonly<Record<FigureTable, readonly [time: string, counted: string]>> = {
  views: ['started_at', 'sum(views)'],
  concurrent: ['concurrent.at', 'max(viewers)'],
  deliveries: ['time', 'sum(requests)'],
  usage: ['time', 'sum(encoded_ms) / 1000'],
  ad_requests: ['time', 'sum(requests)'],
  ad_figures: ['time', 'sum(sessions) + sum(breaks) + sum(offered) + sum(impressions)'],
}

/** The WHERE clause of a scope. */
export function whereOf(
  { environments, range: { from, to }, filters }: ViewScope,
  table: FigureTable = 'views',
): string {
  const [at] = counts[table]
  const first = literal(from, `DateTime64(3, 'UTC')`)
  const last = literal(to, `DateTime64(3, 'UTC')`)
  const conditions = [
    ...tenantConditions(environments),
    `${at} >= ${first} AND ${at} < ${last}`,
    // `toStartOfHour` uses the primary index.
    ...(table === 'views'
      ? [`toStartOfHour(started_at) BETWEEN toStartOfHour(${first}) AND toStartOfHour(${last})`, 'is_bot = 0']
      : []),
  ]
  for (const [dimension, values] of Object.entries(filters) as [Dimension, string[] | undefined][])
    if (values !== undefined)
      conditions.push(
        table === 'views' && dimension === 'statusCode'
          ? `view_id IN (SELECT view_id FROM view_requests WHERE ${isInEnvironments(environments)}
              AND view_requests.at >= ${first} AND toString(status) IN ${literals(values, 'String')})`
          : conditionOf(table, dimension, values),
      )
  return `WHERE ${conditions.join(' AND ')}`
}
