import {
  type analyticsCalls,
  analyticsLimits,
  dimensions,
  type ErrorTrend,
  type MetricId,
  type OrganizationStats,
  type QueryOf,
  type Trend,
} from '@kinora/contract'
import { type Actor, can, type Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import { freshTime } from '../deltas/fresh-time.ts'
import { canFilter, hasColumn } from '../metrics/columns.ts'
import { definitions } from '../metrics/definitions.ts'
import { filledSeries, groupsOf, splitSeriesOf, totalsOf, trendsOf } from '../metrics/figures.ts'
import { assertMetricRights } from '../metrics/metric-rights.ts'
import { filtersOf, rowsOf, viewScope, withNames } from '../metrics/scope.ts'
import { errorSeriesStatement } from '../metrics/statements.ts'
import { rangeBefore, timeRangeOf } from '../metrics/time-range.ts'
import type { ViewScope } from '../metrics/view-scope.ts'
import { errorPartsOf } from '../views/error-parts.ts'

const USAGE = ['encoded-time', 'stored-time', 'streamed-time', 'stored-bytes', 'delivered-bytes'] as const
const PERIODIC = ['views', 'viewers', 'sessions', 'watch-time', 'streamed-time'] as const
const VIEWERSHIP = ['views', 'viewers', 'watch-time', 'average-watch-time'] as const
/** Days that the statistics of an organization cover. */
const DAYS = 7
const DAY_MS = 86_400_000

type Asked = Omit<QueryOf<(typeof analyticsCalls)['getViewershipTrend']>, 'metrics'>

/** @throws problem warehouse-away, range-too-long, timezone-unknown */
export function getUsage(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getUsage']>,
): Promise<Trend> {
  return trendOf(analytics, caller, asked, USAGE, 'known')
}

/** @throws problem warehouse-away, range-too-long, timezone-unknown */
export function getPeriodicUsage(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getPeriodicUsage']>,
): Promise<Trend> {
  return trendOf(analytics, caller, asked, PERIODIC, 'known')
}

/** @throws problem warehouse-away, range-too-long, timezone-unknown, dimension-not-possible */
export function getViewershipTrend(
  analytics: Analytics,
  caller: Scope,
  { metrics, ...asked }: QueryOf<(typeof analyticsCalls)['getViewershipTrend']>,
): Promise<Trend> {
  return trendOf(analytics, caller, asked, metrics ?? VIEWERSHIP, 'all')
}

/** Computes several metrics over time.
 * @param wanted with `known`, metrics that lack the dimension of a filter or group are null
 * @throws problem dimension-not-possible for such metrics with `all` */
export async function trendOf(
  analytics: Analytics,
  caller: Scope,
  asked: Asked,
  metrics: readonly MetricId[],
  wanted: 'all' | 'known',
): Promise<Trend> {
  const { compareWithPeriod, groupBy, splitBy } = asked
  assertMetricRights(caller, metrics)
  const range = timeRangeOf(asked)
  const scope = await viewScope(analytics, caller, range, filtersOf(asked))
  const freshAt = await freshTime(analytics)
  const rows = <R>(statement: string) => rowsOf<R>(analytics, statement)
  const known = wanted === 'all' ? metrics : metrics.filter((metric) => isKnown(metric, scope, asked))
  const before: ViewScope = { ...scope, range: rangeBefore(range) }
  const whole = trendsOf(scope, known, rows, { isSeries: splitBy === undefined })
  const [trends, previous, split, groups] = await Promise.all([
    whole,
    compareWithPeriod ? totalsOf(before, known, rows) : null,
    splitBy === undefined
      ? null
      : Promise.all(known.map((metric) => splitSeriesOf(scope, metric, splitBy, rows))),
    groupBy === undefined
      ? null
      : Promise.all(
          known.map(async (metric) => {
            const compared = compareWithPeriod ? before : null
            const found = await groupsOf(scope, metric, groupBy, compared, whole, rows)
            return withNames(analytics, caller.environmentId, groupBy, found)
          }),
        ),
  ])
  const { interval, timezone } = range
  const items = metrics.map((metric) => {
    const n = known.indexOf(metric)
    const { total = null, series = filledSeries(range, [], null) } = trends.get(metric) ?? {}
    return {
      metric,
      unit: definitions[metric].unit,
      total,
      series: split?.[n] ?? series,
      ...(previous !== null && { previousTotal: previous[n] ?? null }),
      ...(groups !== null && { rows: groups[n] ?? [] }),
    }
  })
  return { interval, timezone, items, freshAt }
}

function isKnown(metric: MetricId, { filters }: ViewScope, { groupBy, splitBy }: Asked): boolean {
  const { table } = definitions[metric]
  const filtered = dimensions.filter((dimension) => filters[dimension] !== undefined)
  const parts = [groupBy, splitBy].filter((dimension) => dimension !== undefined)
  return (
    filtered.every((dimension) => canFilter(table, dimension)) &&
    parts.every((dimension) => hasColumn(table, dimension))
  )
}

/** @throws problem warehouse-away, range-too-long, timezone-unknown, dimension-not-possible */
export async function getErrorTrend(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getErrorTrend']>,
): Promise<ErrorTrend> {
  const range = timeRangeOf(asked)
  const scope = await viewScope(analytics, caller, range, filtersOf(asked))
  const found = await rowsOf<{ at: number; code: string; value: number }>(
    analytics,
    errorSeriesStatement(scope),
  )
  const { interval, timezone } = range
  const partsOf = await errorPartsOf(analytics, scope, asked)
  const items = [...Map.groupBy(found, ({ code }) => code)]
    .map(([code, own]) => ({
      code,
      failures: own.reduce((sum, { value }) => sum + value, 0),
      ...partsOf(code),
      series: filledSeries(range, own, 0),
    }))
    .toSorted((a, b) => b.failures - a.failures)
    .slice(0, analyticsLimits.splits)
  return { interval, timezone, items }
}

type Statistics = OrganizationStats['total']

const statistics: Readonly<Record<keyof Statistics, MetricId>> = {
  views: 'views',
  viewers: 'viewers',
  watchTime: 'watch-time',
  encodedTime: 'encoded-time',
  storedTime: 'stored-time',
  streamedTime: 'streamed-time',
  storedBytes: 'stored-bytes',
  deliveredBytes: 'delivered-bytes',
}

/** Usage of the environments in which the caller may read views. @throws problem warehouse-away */
export async function getOrganizationStats(
  analytics: Analytics,
  actor: Actor,
  { organizationId }: Scope,
): Promise<OrganizationStats> {
  const to = analytics.clock.now()
  const from = new Date(to.getTime() - DAYS * DAY_MS)
  const range = { from, to, interval: 'day', timezone: 'UTC' } as const
  const scopes = await analytics.authenticator.environments(actor, organizationId)
  const environments: OrganizationStats['environments'] = []
  for (const each of scopes.filter(({ grants }) => can(grants, ['Analytics', 'Views', 'read']))) {
    const scope = await viewScope(analytics, each, range, {})
    const values = await totalsOf(scope, Object.values(statistics), (statement) =>
      rowsOf(analytics, statement),
    )
    const own = statisticsOf((_, n) => values[n] ?? 0)
    environments.push({ id: each.environmentId, name: each.environmentName, ...own })
  }
  const total = statisticsOf((name) => environments.reduce((sum, each) => sum + each[name], 0))
  return { from: from.toISOString(), to: to.toISOString(), total, environments }
}

function statisticsOf(valueFor: (name: keyof Statistics, n: number) => number): Statistics {
  const names = Object.keys(statistics) as (keyof Statistics)[]
  return Object.fromEntries(names.map((name, n) => [name, valueFor(name, n)])) as Statistics
}
