import {
  type analyticsCalls,
  analyticsLimits,
  type Dimension,
  type Figures,
  type FilterValues,
  type MetricEntry,
  type MetricId,
  metricIds,
  type QueryOf,
  type Totals,
} from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import { peakStatement } from './concurrent-statements.ts'
import { definitions } from './definitions.ts'
import { filtersOf, rowsOf, viewScope, withNames } from './scope.ts'
import {
  filterValuesStatement,
  rowsStatement,
  seriesStatement,
  splitStatement,
  totalsStatement,
} from './statements.ts'
import { rangeBefore, stepsOf, type TimeRange, timeRangeOf } from './time-range.ts'
import type { ViewScope } from './view-scope.ts'

const PEAK = 'peak-viewers'
const addedUp: readonly MetricId[] = ['watch-time', 'delivered-bytes', 'streamed-time', 'encoded-time']

/** Contents with most views, among which names are looked for. */
const MAX_NAMED = 2000

type Asked = QueryOf<(typeof analyticsCalls)['getViews']>
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
  const before: ViewScope = { ...scope, range: rangeBefore(range) }
  const whole = trendsOf(scope, [metric], rows)
  const [trends, split, previous, grouped] = await Promise.all([
    whole,
    splitBy === undefined ? undefined : splitSeriesOf(scope, metric, splitBy, rows),
    compareWithPeriod ? totalsOf(before, [metric], rows) : undefined,
    groupBy === undefined
      ? undefined
      : groupsOf(scope, asked, groupBy, compareWithPeriod ? before : null, whole, rows),
  ])
  const { total = null, series = [] } = trends.get(metric) ?? {}
  const named = grouped && (await withNames(analytics, caller.environmentId, groupBy, grouped))
  const { interval, timezone } = range
  return {
    ...{ metric, unit: definitions[metric].unit, interval, timezone, total, freshAt },
    series: split ?? series,
    ...(previous !== undefined && { previousTotal: previous[0] ?? null }),
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

/** @throws problem warehouse-away, range-too-long, timezone-unknown */
export async function getFilterValues(
  analytics: Analytics,
  caller: Scope,
  { dimension, phrase = '', ...asked }: QueryOf<(typeof analyticsCalls)['getFilterValues']>,
): Promise<FilterValues> {
  const scope = await viewScope(analytics, caller, timeRangeOf(asked), {})
  const isNamed = dimension === 'contentId' || dimension === 'customPlayback'
  // Names are not in the warehouse.
  const statement = isNamed
    ? filterValuesStatement(scope, dimension, '', MAX_NAMED)
    : filterValuesStatement(scope, dimension, phrase, analyticsLimits.rows)
  const found = await rowsOf<{ key: string; counted: number }>(analytics, statement)
  const named = await withNames(analytics, caller.environmentId, dimension, found)
  const isLike = ({ name }: { name?: string | null }) =>
    !isNamed || phrase === '' || name?.toLowerCase().includes(phrase.toLowerCase())
  const items = named.filter(isLike).slice(0, analyticsLimits.rows)
  return {
    items: items.map(({ key, name, counted }) => ({
      ...{ value: key, views: counted },
      ...(name !== undefined && { name }),
    })),
  }
}

export function listMetrics(): MetricEntry[] {
  return metricIds.map((id) => {
    const { name, unit, definition, formula, source } = definitions[id]
    return { id, name, unit, definition, formula, source }
  })
}

type Rows = <R>(statement: string) => Promise<R[]>

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

interface MetricTrend {
  readonly total: number | null
  readonly series: Point[]
  /** What the rows of its table count. */
  readonly counted: number
}

/** The value of each metric, in all and for each step. */
export async function trendsOf(
  scope: ViewScope,
  metrics: readonly MetricId[],
  rows: Rows,
): Promise<Map<MetricId, MetricTrend>> {
  const byTable = Map.groupBy(metrics, (metric) => definitions[metric].table)
  const found = await Promise.all(
    [...byTable].map(([table, own]) =>
      table === 'concurrent' ? peakTrend(scope, rows) : trendsOfTable(scope, own, rows),
    ),
  )
  return new Map(found.flatMap((own) => [...own]))
}

async function trendsOfTable(
  scope: ViewScope,
  metrics: readonly MetricId[],
  rows: Rows,
): Promise<Map<MetricId, MetricTrend>> {
  type Step = { readonly at: number; readonly counted: number } & Partial<Record<MetricId, number | null>>
  const found = await rows<Step>(seriesStatement(scope, metrics))
  const all = found.find(({ at }) => at === 0)
  const steps = found.filter((step) => step !== all)
  return new Map(
    metrics.map((metric) => {
      const own = steps.map((step) => ({ at: step.at, value: step[metric] ?? null }))
      const none = noneOf(metric)
      const total = all === undefined ? none : (all[metric] ?? none)
      const series = filledSeries(scope.range, own, none)
      return [metric, { total, series, counted: all?.counted ?? 0 }]
    }),
  )
}

async function peakTrend(scope: ViewScope, rows: Rows): Promise<Map<MetricId, MetricTrend>> {
  const [totals, found] = await Promise.all([
    totalsOf(scope, [PEAK], rows),
    rows<Found>(peakStatement(scope, { isSeries: true })),
  ])
  const total = totals[0] ?? null
  const series = filledSeries(scope.range, found, noneOf(PEAK))
  return new Map([[PEAK, { total, series, counted: total ?? 0 }]])
}

/** A value for each step of each of the largest values of `splitBy`. */
async function splitSeriesOf(
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

/** The value where there is nothing: a sum is 0, and a share or a median is unknown. */
function noneOf(metric: MetricId): number | null {
  return addedUp.includes(metric) || definitions[metric].unit === 'count' ? 0 : null
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

async function groupsOf(
  scope: ViewScope,
  { metric }: Asked,
  dimension: Dimension,
  before: ViewScope | null,
  whole: Promise<ReadonlyMap<MetricId, MetricTrend>>,
  rows: Rows,
): Promise<NonNullable<Figures['rows']>> {
  const limit = dimension === 'country' ? analyticsLimits.countries : analyticsLimits.rows
  const wanted = (of: ViewScope) => largestOf(of, metric, dimension, limit, rows)
  const [own, trends] = await Promise.all([wanted(scope), whole])
  const all = trends.get(metric)?.counted ?? 0
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
