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
import { freshTime } from '../deltas/fresh-time.ts'
import { peakStatement } from './concurrent-statements.ts'
import { definitions, wholes } from './definitions.ts'
import { allowedFor } from './metric-rights.ts'
import { notesOf, possible } from './notes.ts'
import { filtersOf, rowsOf, viewScope, withNames } from './scope.ts'
import {
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

type Point = Figures['series'][number]

interface Row {
  readonly key: string
  readonly value: number | null
  readonly counted: number
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
  const scope = await viewScope(analytics, allowedFor(callers, [metric]), range, filtersOf(asked))
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
  const scope = await viewScope(analytics, allowedFor(callers, metrics), range, filtersOf(asked))
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

/** A series for each of the largest values of `splitBy`, and one for the others. */
export async function splitSeriesOf(
  scope: ViewScope,
  metric: MetricId,
  splitBy: Dimension,
  rows: Rows,
): Promise<Pick<Figures, 'series' | 'otherSplits'>> {
  const limit = analyticsLimits.splits
  const largest = await largestOf(scope, metric, splitBy, limit, rows)
  const keys = largest.map(({ key }) => key)
  if (keys.length === 0) return { series: [] }
  const others = { by: splitBy, keys }
  const [found, groups] = await Promise.all([
    rows<Found & { key: string }>(
      metric === PEAK
        ? peakStatement(scope, { ...others, isSeries: true })
        : splitStatement(scope, metric, splitBy, keys),
    ),
    keys.length < limit ? keys.length : countGroups(scope, metric, splitBy, rows),
  ])
  const byKey = Map.groupBy(found, ({ key }) => key)
  const filled = (own: readonly Found[] = []) => filledSeries(scope.range, own, noneOf(metric))
  const series = keys.flatMap((key) => filled(byKey.get(key)).map((point) => ({ ...point, key })))
  if (groups <= keys.length) return { series }
  const rest = await rows<Found>(
    metric === PEAK
      ? peakStatement(scope, { others, isSeries: true })
      : othersStatement(scope, metric, splitBy, keys, { isSeries: true }),
  )
  return { series, otherSplits: { groups: groups - keys.length, series: filled(rest) } }
}

async function countGroups(
  scope: ViewScope,
  metric: MetricId,
  dimension: Dimension,
  rows: Rows,
): Promise<number> {
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
  const all = trends.get(metric)?.counted ?? 0
  const keys = own.map(({ key }) => key)
  const compared = before !== null && keys.length > 0
  const isWhole = keys.length < limit || keys.length > MOST_NAMED
  // Only the same values: the largest values of the previous period can differ.
  const [earlier, groups] = await Promise.all([
    compared
      ? wanted(
          keys.length <= MOST_NAMED
            ? { ...before, filters: { ...before.filters, [dimension]: keys } }
            : before,
        )
      : [],
    isWhole ? keys.length : countGroups(scope, metric, dimension, rows),
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
  const [rest, restBefore] = await Promise.all([restOf(scope), before === null ? null : restOf(before)])
  const others = {
    groups: groups - keys.length,
    value: rest.value,
    share: shareOf(rest.counted),
    ...(restBefore !== null && { previous: restBefore.value }),
  }
  return { rows: found, groups, others }
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
