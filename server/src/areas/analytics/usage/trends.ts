import {
  type analyticsCalls,
  analyticsLimits,
  type ErrorTrend,
  type MetricId,
  type OrganizationStats,
  type QueryOf,
  type Trend,
} from '@kinora/contract'
import { type Actor, can, type Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import { definitions } from '../metrics/definitions.ts'
import { filledSeries, totalsOf, trendsOf } from '../metrics/figures.ts'
import { filtersOf, rowsOf, viewScope } from '../metrics/scope.ts'
import { errorSeriesStatement } from '../metrics/statements.ts'
import { rangeBefore, timeRangeOf } from '../metrics/time-range.ts'

const USAGE = ['encoded-time', 'stored-time', 'streamed-time', 'stored-bytes', 'delivered-bytes'] as const
const PERIODIC = ['views', 'viewers', 'sessions', 'watch-time', 'streamed-time'] as const
const VIEWERSHIP = ['views', 'viewers', 'watch-time', 'average-watch-time'] as const
/** Days that statistics of an organization look back. */
const DAYS = 7
const DAY_MS = 86_400_000

type Asked = Omit<QueryOf<(typeof analyticsCalls)['getViewershipTrend']>, 'metrics'>

/** @throws problem warehouse-away, range-too-long, timezone-unknown */
export function getUsage(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getUsage']>,
): Promise<Trend> {
  return trendOf(analytics, caller, asked, USAGE)
}

/** @throws problem warehouse-away, range-too-long, timezone-unknown, dimension-not-possible */
export function getPeriodicUsage(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getPeriodicUsage']>,
): Promise<Trend> {
  return trendOf(analytics, caller, { ...asked, compareWithPeriod: false }, PERIODIC)
}

/** @throws problem warehouse-away, range-too-long, timezone-unknown, dimension-not-possible */
export function getViewershipTrend(
  analytics: Analytics,
  caller: Scope,
  { metrics, ...asked }: QueryOf<(typeof analyticsCalls)['getViewershipTrend']>,
): Promise<Trend> {
  return trendOf(analytics, caller, asked, metrics ?? VIEWERSHIP)
}

async function trendOf(
  analytics: Analytics,
  caller: Scope,
  asked: Asked,
  metrics: readonly MetricId[],
): Promise<Trend> {
  const range = timeRangeOf(asked)
  const scope = await viewScope(analytics, caller, range, filtersOf(asked))
  const freshAt = analytics.clock.now().toISOString()
  const rows = <R>(statement: string) => rowsOf<R>(analytics, statement)
  const [trends, previous] = await Promise.all([
    trendsOf(scope, metrics, rows),
    asked.compareWithPeriod ? totalsOf({ ...scope, range: rangeBefore(range) }, metrics, rows) : null,
  ])
  const { interval, timezone } = range
  const items = metrics.map((metric, n) => ({
    ...{ metric, unit: definitions[metric].unit },
    total: trends.get(metric)?.total ?? null,
    series: trends.get(metric)?.series ?? [],
    ...(previous !== null && { previousTotal: previous[n] ?? null }),
  }))
  return { interval, timezone, items, freshAt }
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
  const items = [...Map.groupBy(found, ({ code }) => code)]
    .map(([code, own]) => ({
      ...{ code, failures: own.reduce((sum, { value }) => sum + value, 0) },
      series: filledSeries(range, own, 0),
    }))
    .toSorted((a, b) => b.failures - a.failures)
    .slice(0, analyticsLimits.splits)
  return { interval, timezone, items }
}

type Statistics = OrganizationStats['total']

const statistics: Readonly<Record<keyof Statistics, MetricId>> = {
  ...{ views: 'views', viewers: 'viewers', watchTime: 'watch-time' },
  ...{ encodedTime: 'encoded-time', storedTime: 'stored-time', streamedTime: 'streamed-time' },
  ...{ storedBytes: 'stored-bytes', deliveredBytes: 'delivered-bytes' },
}

/** Of the environments in which the caller may read views. @throws problem warehouse-away */
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
