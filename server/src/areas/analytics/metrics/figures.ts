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
import { freshTime } from '../deltas/fresh-time.ts'
import type { FigureTable } from './columns.ts'
import { peakStatement } from './concurrent-statements.ts'
import { definitions } from './definitions.ts'
import { assertMetricRights } from './metric-rights.ts'
import { filtersOf, rowsOf, viewScope, withNames } from './scope.ts'
import { rowsStatement, seriesStatement, splitStatement, totalsStatement } from './statements.ts'
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

/** The metric that counts what a row of each table is about. */
const wholes: Readonly<Record<FigureTable, MetricId>> = {
  views: 'views',
  concurrent: PEAK,
  deliveries: 'requests',
  usage: 'encoded-time',
  ad_figures: 'ad-impressions',
  ad_requests: 'ad-requests',
}

type Asked = Omit<QueryOf<(typeof analyticsCalls)['getViews']>, 'series'> & {
  readonly series?: boolean
  /** Rows at most. Default: those of a screen. */
  readonly mostRows?: number
}
/** Values that fit into a ClickHouse statement. */
const MOST_NAMED = 1000

type Point = Figures['series'][number]

interface Row {
  readonly key: string
  readonly value: number | null
  readonly counted: number
}

/** Computes a metric over time. @throws problem warehouse-away, range-too-long, timezone-unknown, forbidden */
export async function getFigures(analytics: Analytics, caller: Scope, asked: Asked): Promise<Figures> {
  const { metric, groupBy, splitBy, compareWithPeriod } = asked
  assertMetricRights(caller, [metric])
  const range = timeRangeOf(asked)
  const scope = await viewScope(analytics, caller, range, filtersOf(asked))
  const freshAt = await freshTime(analytics)
  const rows = <R>(statement: string) => rowsOf<R>(analytics, statement)
  const before: ViewScope = { ...scope, range: rangeBefore(range) }
  const isSplit = splitBy !== undefined
  const whole = trendsOf(scope, [metric], rows, { isSeries: asked.series !== false && !isSplit })
  const [trends, split, previous, grouped] = await Promise.all([
    whole,
    isSplit && asked.series !== false ? splitSeriesOf(scope, metric, splitBy, rows) : undefined,
    compareWithPeriod ? totalsOf(before, [metric], rows) : undefined,
    groupBy === undefined
      ? undefined
      : groupsOf(scope, metric, groupBy, compareWithPeriod ? before : null, whole, rows, asked.mostRows),
  ])
  const { total = null, series = [] } = trends.get(metric) ?? {}
  const named = grouped && (await withNames(analytics, caller.environmentId, groupBy, grouped))
  const { interval, timezone } = range
  return {
    metric,
    unit: definitions[metric].unit,
    interval,
    timezone,
    total,
    freshAt,
    series: split ?? series,
    ...(previous !== undefined && { previousTotal: previous[0] ?? null }),
    ...(named !== undefined && { rows: named }),
  }
}

/** Computes totals of several metrics for the same views.
 * @throws problem warehouse-away, range-too-long, timezone-unknown, forbidden */
export async function getTotals(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getTotals']>,
): Promise<Totals> {
  const { metrics, compareWithPeriod } = asked
  assertMetricRights(caller, metrics)
  // Totals have no steps, so the range can have any length.
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const scope = await viewScope(analytics, caller, range, filtersOf(asked))
  const freshAt = await freshTime(analytics)
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
  return { items, freshAt }
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

/** A series for each of the largest values of `splitBy`. */
export async function splitSeriesOf(
  scope: ViewScope,
  metric: MetricId,
  splitBy: Dimension,
  rows: Rows,
): Promise<Point[]> {
  const largest = await largestOf(scope, metric, splitBy, analyticsLimits.splits, rows)
  const keys = largest.map(({ key }) => key)
  if (keys.length === 0) return []
  const found = await rows<Found & { key: string }>(
    metric === PEAK
      ? peakStatement(scope, { by: splitBy, keys, isSeries: true })
      : splitStatement(scope, metric, splitBy, keys),
  )
  const byKey = Map.groupBy(found, ({ key }) => key)
  return keys.flatMap((key) =>
    filledSeries(scope.range, byKey.get(key) ?? [], noneOf(metric)).map((point) => ({ ...point, key })),
  )
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

/** The values of a dimension with the largest counts, with their shares.
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
): Promise<NonNullable<Figures['rows']>> {
  const wanted = (of: ViewScope) => largestOf(of, metric, dimension, limit, rows)
  const [own, trends] = await Promise.all([wanted(scope), whole])
  const all = trends.get(metric)?.counted ?? 0
  const keys = own.map(({ key }) => key)
  const compared = before !== null && keys.length > 0
  // Only the same values: the largest values of the previous period can differ.
  const earlier = compared
    ? await wanted(
        keys.length <= MOST_NAMED ? { ...before, filters: { ...before.filters, [dimension]: keys } } : before,
      )
    : []
  const previous = new Map(earlier.map(({ key, value }) => [key, value]))
  return own.map(({ key, value, counted }) => ({
    key,
    value,
    share: all === 0 ? 0 : counted / all,
    ...(before !== null && { previous: previous.get(key) ?? null }),
  }))
}
