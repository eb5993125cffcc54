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
import { filledSeries, groupsOf, noGroups, splitSeriesOf, totalsOf, trendsOf } from '../metrics/figures.ts'
import { allowedFor } from '../metrics/metric-rights.ts'
import { notesOf, possible } from '../metrics/notes.ts'
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
  callers: readonly Scope[],
  asked: QueryOf<(typeof analyticsCalls)['getUsage']>,
): Promise<Trend> {
  return trendOf(analytics, callers, asked, USAGE)
}

/** @throws problem warehouse-away, range-too-long, timezone-unknown */
export function getPeriodicUsage(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: QueryOf<(typeof analyticsCalls)['getPeriodicUsage']>,
): Promise<Trend> {
  return trendOf(analytics, callers, asked, PERIODIC)
}

/** @throws problem warehouse-away, range-too-long, timezone-unknown, dimension-not-possible */
export function getViewershipTrend(
  analytics: Analytics,
  callers: readonly Scope[],
  { metrics, ...asked }: QueryOf<(typeof analyticsCalls)['getViewershipTrend']>,
): Promise<Trend> {
  return trendOf(analytics, callers, asked, metrics ?? VIEWERSHIP)
}

/** Computes several metrics over time. */
export async function trendOf(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: Asked,
  metrics: readonly MetricId[],
): Promise<Trend> {
  const { compareWithPeriod } = asked
  const range = timeRangeOf(asked)
  const [scope, freshAt] = await Promise.all([
    viewScope(analytics, allowedFor(callers, metrics), range, filtersOf(asked)),
    analytics.freshTime(),
  ])
  const rows = <R>(statement: string) => rowsOf<R>(analytics, statement)
  const before: ViewScope = { ...scope, range: rangeBefore(range) }
  const isSplit = (metric: MetricId) => possible(metric, asked.splitBy) !== undefined
  const whole = trendsOf(scope, metrics, rows, { isSeries: !metrics.every(isSplit) })
  const [trends, previous, split, groups] = await Promise.all([
    whole,
    compareWithPeriod ? totalsOf(before, metrics, rows) : null,
    Promise.all(
      metrics.map((metric) => {
        const by = possible(metric, asked.splitBy)
        return by === undefined ? null : splitSeriesOf(scope, metric, by, rows)
      }),
    ),
    Promise.all(
      metrics.map(async (metric) => {
        const by = possible(metric, asked.groupBy)
        if (by === undefined) return noGroups
        const found = await groupsOf(scope, metric, by, compareWithPeriod ? before : null, whole, rows)
        return { ...found, rows: await withNames(analytics, scope.environments, by, found.rows) }
      }),
    ),
  ])
  const { interval, timezone } = range
  const items = metrics.map((metric, n) => {
    const { total = null, series = [] } = trends.get(metric) ?? {}
    return {
      metric,
      unit: definitions[metric].unit,
      total,
      series,
      ...split[n],
      ...(previous !== null && { previousTotal: previous[n] ?? null }),
      ...(asked.groupBy !== undefined && groups[n]),
    }
  })
  return { interval, timezone, items, freshAt, ...notesOf(asked, metrics) }
}

/** @throws problem warehouse-away, range-too-long, timezone-unknown, dimension-not-possible */
export async function getErrorTrend(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: QueryOf<(typeof analyticsCalls)['getErrorTrend']>,
): Promise<ErrorTrend> {
  const range = timeRangeOf(asked)
  const scope = await viewScope(analytics, callers, range, filtersOf(asked))
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
  return { interval, timezone, items, ...notesOf(asked, ['playback-failures'], ['splitBy']) }
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

/** Usage of the environments in which the caller may read views.
 * @throws problem warehouse-away, range-too-long, timezone-unknown */
export async function getOrganizationStats(
  analytics: Analytics,
  actor: Actor,
  { organizationId }: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getOrganizationStats']>,
): Promise<OrganizationStats> {
  const to = asked.to ?? analytics.clock.now().toISOString()
  const from = asked.from ?? new Date(Date.parse(to) - DAYS * DAY_MS).toISOString()
  const range = timeRangeOf({ from, to, interval: 'day', timezone: 'UTC' })
  const metrics = Object.values(statistics)
  const scopes = await analytics.authenticator.environments(actor, organizationId)
  const environments: OrganizationStats['environments'] = []
  for (const each of scopes.filter(({ grants }) => can(grants, ['Analytics', 'Views', 'read']))) {
    const scope = await viewScope(analytics, [each], range, filtersOf(asked))
    const values = await totalsOf(scope, metrics, (statement) => rowsOf(analytics, statement))
    const own = statisticsOf((_, n) => values[n] ?? 0)
    environments.push({ id: each.environmentId, name: each.environmentName, ...own })
  }
  const total = statisticsOf((name) => environments.reduce((sum, each) => sum + each[name], 0))
  const unused = ['timezone', 'interval', 'groupBy', 'splitBy', 'compareWithPeriod'] as const
  return { from, to, total, environments, ...notesOf(asked, metrics, unused) }
}

function statisticsOf(valueFor: (name: keyof Statistics, n: number) => number): Statistics {
  const names = Object.keys(statistics) as (keyof Statistics)[]
  return Object.fromEntries(names.map((name, n) => [name, valueFor(name, n)])) as Statistics
}
