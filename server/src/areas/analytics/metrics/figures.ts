import {
  type analyticsCalls,
  analyticsLimits,
  type Dimension,
  type Figures,
  type MetricEntry,
  type MetricId,
  metricIds,
  type QueryOf,
  type ShapeParameter,
  type Totals,
} from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import { peakStatement } from './concurrent-statements.ts'
import { definitions, wholes } from './definitions.ts'
import { allowedFor } from './metric-rights.ts'
import { notesOf, possible } from './notes.ts'
import { filtersOf, rowsOf, viewScope, withNames } from './scope.ts'
import {
  allSplitsStatement,
  groupsStatement,
  othersStatement,
  rowsStatement,
  seriesStatement,
  splitStatement,
  totalsStatement,
} from './statements.ts'
import { rangeBefore, stepsOf, type TimeRange, timeRangeOf } from './time-range.ts'
import type { ViewScope } from './view-scope.ts'

const PEAK = 'peak-viewers'
const addedUp: readonly MetricId[] = [
  'watch-time',
  'delivered-bytes',
  'streamed-time',
  'encoded-time',
  'ad-available-time',
  'ad-filled-time',
  'ad-revenue',
]

export type AskedFigures = Omit<QueryOf<(typeof analyticsCalls)['getViews']>, 'series'> & {
  readonly series?: boolean
  /** Rows at most. Default: those of a screen. */
  readonly limit?: number | undefined
}
/** Values that fit into a ClickHouse statement. */
const MOST_NAMED = 1000

const noTrends: Promise<Map<MetricId, MetricTrend>> = Promise.resolve(new Map())

type Point = Figures['series'][number]

interface Row {
  readonly key: string
  readonly value: number | null
  readonly counted: number
  /** Number of values of the dimension, if the statement counts them. */
  readonly groups?: number
}

/** Computes a metric over time. @throws problem warehouse-away, range-too-long, timezone-unknown, forbidden */
export async function getFigures(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: AskedFigures,
): Promise<Figures> {
  const { metric, compareWithPeriod } = asked
  const [groupBy, splitBy] = [possible(metric, asked.groupBy), possible(metric, asked.splitBy)]
  const range = timeRangeOf(asked)
  const [scope, freshAt] = await Promise.all([
    viewScope(analytics, allowedFor(callers, [metric]), range, filtersOf(asked)),
    analytics.freshTime(),
  ])
  const rows = <R>(statement: string) => rowsOf<R>(analytics, statement)
  const before: ViewScope = { ...scope, range: rangeBefore(range) }
  const splitSeries = asked.series === false ? undefined : splitBy
  const isTotalSplit = splitSeries !== undefined && hasFewValues(metric, splitSeries) && groupBy === undefined
  const whole = isTotalSplit
    ? noTrends
    : trendsOf(scope, [metric], rows, { isSeries: asked.series !== false && splitBy === undefined })
  const [trends, split, previous, grouped] = await Promise.all([
    whole,
    splitSeries === undefined ? undefined : splitSeriesOf(scope, metric, splitSeries, rows),
    compareWithPeriod ? totalsOf(before, [metric], rows) : undefined,
    groupBy === undefined
      ? noGroups
      : groupsOf(scope, metric, groupBy, compareWithPeriod ? before : null, whole, rows, asked.limit),
  ])
  const { total = null, series = [] } = trends.get(metric) ?? {}
  const named = await withNames(analytics, scope.environments, groupBy, grouped.rows)
  const { interval, timezone } = range
  return {
    metric,
    unit: definitions[metric].unit,
    interval,
    timezone,
    total,
    freshAt,
    series,
    ...split,
    ...(previous !== undefined && { previousTotal: previous[0] ?? null }),
    ...(asked.groupBy !== undefined && { ...grouped, rows: named }),
    ...notesOf(asked, [metric]),
  }
}

type AskedTotals = QueryOf<(typeof analyticsCalls)['getTotals']>

/** Computes totals of several metrics for the same views.
 * @param unused parameters that the call has no use for
 * @throws problem warehouse-away, range-too-long, timezone-unknown, forbidden */
export async function getTotals(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: AskedTotals,
  unused: readonly ShapeParameter[] = [],
): Promise<Totals> {
  const { metrics, compareWithPeriod } = asked
  // Totals have no steps, so the range can have any length.
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const [scope, freshAt] = await Promise.all([
    viewScope(analytics, allowedFor(callers, metrics), range, filtersOf(asked)),
    analytics.freshTime(),
  ])
  const rows = <R>(statement: string) => rowsOf<R>(analytics, statement)
  const before = { ...scope, range: rangeBefore(range) }
  const [own, previous] = await Promise.all([
    totalsOf(scope, metrics, rows),
    compareWithPeriod ? totalsOf(before, metrics, rows) : null,
  ])
  const items = metrics.map((metric, n) => ({
    metric,
    unit: definitions[metric].unit,
    total: own[n] ?? null,
    ...(previous !== null && { previousTotal: previous[n] ?? null }),
  }))
  return { items, freshAt, ...notesOf(asked, metrics, unused) }
}

export function listMetrics(): MetricEntry[] {
  return metricIds.map((id) => {
    const { name, unit, definition, formula, source } = definitions[id]
    return { id, name, unit, definition, formula, source }
  })
}

export type Rows = <R>(statement: string) => Promise<R[]>

/** The total of each metric. Null if there is nothing to compute it from. */
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

interface MetricTrend {
  readonly total: number | null
  readonly series: Point[]
  /** Total count of the table, of which dimension values have shares. */
  readonly counted: number
}

/** The total of each metric and, with `isSeries`, its value for each step. */
export async function trendsOf(
  scope: ViewScope,
  metrics: readonly MetricId[],
  rows: Rows,
  { isSeries }: { readonly isSeries: boolean },
): Promise<Map<MetricId, MetricTrend>> {
  const byTable = Map.groupBy(metrics, (metric) => definitions[metric].table)
  const found = await Promise.all(
    [...byTable].map(([table, own]) =>
      table === 'concurrent' ? peakTrend(scope, rows, isSeries) : trendsOfTable(scope, own, rows, isSeries),
    ),
  )
  return new Map(found.flatMap((own) => [...own]))
}

async function trendsOfTable(
  scope: ViewScope,
  metrics: readonly MetricId[],
  rows: Rows,
  isSeries: boolean,
): Promise<Map<MetricId, MetricTrend>> {
  type Step = { readonly at?: number } & Partial<Record<MetricId, number | null>>
  const wholeOf = (metric: MetricId) => definitions[metric].whole ?? wholes[definitions[metric].table]
  const wanted = [...new Set([...metrics, ...metrics.map(wholeOf)])]
  const found = await rows<Step>(isSeries ? seriesStatement(scope, wanted) : totalsStatement(scope, wanted))
  const [all = {}] = found.filter(({ at = 0 }) => at === 0)
  return new Map(
    metrics.map((metric) => {
      const none = noneOf(metric)
      const own = found.flatMap((step) => (step.at ? [{ at: step.at, value: step[metric] ?? null }] : []))
      const series = isSeries ? filledSeries(scope.range, own, none) : []
      return [metric, { total: all[metric] ?? none, series, counted: all[wholeOf(metric)] ?? 0 }]
    }),
  )
}

async function peakTrend(
  scope: ViewScope,
  rows: Rows,
  isSeries: boolean,
): Promise<Map<MetricId, MetricTrend>> {
  const [totals, found] = await Promise.all([
    totalsOf(scope, [PEAK], rows),
    isSeries ? rows<Found>(peakStatement(scope, { isSeries })) : [],
  ])
  const total = totals[0] ?? null
  const series = isSeries ? filledSeries(scope.range, found, noneOf(PEAK)) : []
  return new Map([[PEAK, { total, series, counted: total ?? 0 }]])
}

/** The values of a dimension that have a series, most views first, with the points of these series. */
interface Splits {
  readonly keys: readonly string[]
  readonly found: readonly (Found & { readonly key: string })[]
  /** Number of values of the dimension. */
  readonly groups: number
  /** The total over all values, if known. */
  readonly total?: number | null
}

/** A series for each of the largest values of `splitBy`, and one for the others. With the total if the dimension has few
 * values. */
export async function splitSeriesOf(
  scope: ViewScope,
  metric: MetricId,
  splitBy: Dimension,
  rows: Rows,
): Promise<Pick<Figures, 'series' | 'otherSplits'> & { total?: number | null }> {
  const read = hasFewValues(metric, splitBy) ? allSplits : largestSplits
  const { keys, found, groups, ...whole } = await read(scope, metric, splitBy, rows)
  const others = { by: splitBy, keys }
  const byKey = Map.groupBy(found, ({ key }) => key)
  const filled = (own: readonly Found[] = []) => filledSeries(scope.range, own, noneOf(metric))
  const series = keys.flatMap((key) => filled(byKey.get(key)).map((point) => ({ ...point, key })))
  if (groups <= keys.length) return { ...whole, series }
  const rest = await rows<Found>(
    metric === PEAK
      ? peakStatement(scope, { others, isSeries: true })
      : othersStatement(scope, metric, splitBy, keys, { isSeries: true }),
  )
  return { ...whole, series, otherSplits: { groups: groups - keys.length, series: filled(rest) } }
}

/** Dimensions with so few values that the series of all are read at once, with the totals. */
const fewValues: readonly Dimension[] = ['category', 'deviceType', 'os', 'breakKind', 'cache']

function hasFewValues(metric: MetricId, dimension: Dimension): boolean {
  return metric !== PEAK && fewValues.includes(dimension)
}

async function allSplits(scope: ViewScope, metric: MetricId, by: Dimension, rows: Rows): Promise<Splits> {
  type Part = Found & Row & { readonly isAll: number }
  const parts = await rows<Part>(allSplitsStatement(scope, metric, by))
  const all = parts.find(({ isAll }) => isAll === 1)
  const totals = parts
    .filter(({ at, isAll, counted }) => at === 0 && isAll === 0 && counted > 0)
    .toSorted((one, other) => other.counted - one.counted || (one.key < other.key ? -1 : 1))
  return {
    keys: totals.slice(0, analyticsLimits.splits).map(({ key }) => key),
    found: parts.filter(({ at }) => at > 0),
    groups: totals.length,
    total: all?.value ?? noneOf(metric),
  }
}

/** Reads the series of the largest values only. */
async function largestSplits(scope: ViewScope, metric: MetricId, by: Dimension, rows: Rows): Promise<Splits> {
  const limit = analyticsLimits.splits
  const largest = await largestOf(scope, metric, by, limit, rows)
  const keys = largest.map(({ key }) => key)
  if (keys.length === 0) return { keys, found: [], groups: 0 }
  const [found, groups] = await Promise.all([
    rows<Found & { key: string }>(
      metric === PEAK
        ? peakStatement(scope, { by, keys, isSeries: true })
        : splitStatement(scope, metric, by, keys),
    ),
    countGroups(scope, metric, by, largest, limit, rows),
  ])
  return { keys, found, groups }
}

/** The number of values of a dimension.
 * @param largest those with most views, at most `limit` */
async function countGroups(
  scope: ViewScope,
  metric: MetricId,
  dimension: Dimension,
  largest: readonly Row[],
  limit: number,
  rows: Rows,
): Promise<number> {
  if (largest.length < limit) return largest.length
  const [first] = largest
  if (first?.groups !== undefined) return first.groups
  const [all] = await rows<{ counted: number }>(
    metric === PEAK
      ? `SELECT count() AS counted FROM (${peakStatement(scope, { by: dimension })})`
      : groupsStatement(scope, metric, dimension),
  )
  return all?.counted ?? 0
}

/** The value of a step without data: 0 for sums, null for shares and medians. */
function noneOf(metric: MetricId): number | null {
  return addedUp.includes(metric) || definitions[metric].unit === 'count' ? 0 : null
}

interface Found {
  /** Seconds since 1970. */
  readonly at: number
  readonly value: number | null
}

/** Fills a series to one value per step of the range. @param none the value of missing steps */
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

/** The values of a dimension with the largest counts. */
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

type Groups = Pick<Figures, 'groups' | 'others'> & { readonly rows: NonNullable<Figures['rows']> }
export const noGroups: Groups = { rows: [], groups: 0 }

/** The values of a dimension with the largest counts, with their shares, and the others together.
 * @param before the scope of the previous period
 * @param whole the trend of the metric over all values */
export async function groupsOf(
  scope: ViewScope,
  metric: MetricId,
  dimension: Dimension,
  before: ViewScope | null,
  whole: Promise<ReadonlyMap<MetricId, MetricTrend>>,
  rows: Rows,
  limit: number = dimension === 'country' ? analyticsLimits.countries : analyticsLimits.rows,
): Promise<Groups> {
  const wanted = (of: ViewScope) => largestOf(of, metric, dimension, limit, rows)
  const [own, trends] = await Promise.all([wanted(scope), whole])
  const { counted: all = 0, total = 0 } = trends.get(metric) ?? {}
  const keys = own.map(({ key }) => key)
  const compared = before !== null && keys.length > 0
  // Only the same values: the largest values of the previous period can differ.
  const [earlier, groups] = await Promise.all([
    compared
      ? wanted(
          keys.length <= MOST_NAMED
            ? { ...before, filters: { ...before.filters, [dimension]: keys } }
            : before,
        )
      : [],
    keys.length > MOST_NAMED ? keys.length : countGroups(scope, metric, dimension, own, limit, rows),
  ])
  const previous = new Map(earlier.map(({ key, value }) => [key, value]))
  const shareOf = (counted: number) => (all === 0 ? 0 : counted / all)
  const found = own.map(({ key, value, counted }) => ({
    key,
    value,
    share: shareOf(counted),
    ...(before !== null && { previous: previous.get(key) ?? null }),
  }))
  if (groups <= keys.length) return { rows: found, groups }
  const restOf = (of: ViewScope) => othersOf(of, metric, dimension, keys, rows)
  const [rest, restBefore] = await Promise.all([
    isSum(metric) ? restOfSum({ value: total ?? 0, counted: all }, own) : restOf(scope),
    before === null ? null : restOf(before),
  ])
  const others = {
    groups: groups - keys.length,
    value: rest.value,
    share: shareOf(rest.counted),
    ...(restBefore !== null && { previous: restBefore.value }),
  }
  return { rows: found, groups, others }
}

/** Whether the value of several groups together is the sum of their values, exactly. */
function isSum(metric: MetricId): boolean {
  return /^sum\(\w+\)$/.test(definitions[metric].sql)
}

/** The rest of the whole without these rows, which can be newer. */
function restOfSum(
  whole: { readonly value: number; readonly counted: number },
  own: readonly Row[],
): Omit<Row, 'key'> {
  const value = own.reduce((rest, row) => rest - (row.value ?? 0), whole.value)
  const counted = own.reduce((rest, row) => rest - row.counted, whole.counted)
  return { value: Math.max(0, value), counted: Math.max(0, counted) }
}

async function othersOf(
  scope: ViewScope,
  metric: MetricId,
  by: Dimension,
  keys: readonly string[],
  rows: Rows,
): Promise<Omit<Row, 'key'>> {
  const [found] = await rows<Omit<Row, 'key'>>(
    metric === PEAK
      ? peakStatement(scope, { others: { by, keys } })
      : othersStatement(scope, metric, by, keys),
  )
  return found ?? { value: null, counted: 0 }
}
