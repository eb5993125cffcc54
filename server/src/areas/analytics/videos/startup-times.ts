import type { analyticsCalls, QueryOf, StartupTimes } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import { filtersOf, rowsOf, viewScope } from '../metrics/scope.ts'
import { startupQuantiles } from '../metrics/source.ts'
import { whereOf } from '../metrics/statements.ts'
import { timeRangeOf } from '../metrics/time-range.ts'

const BUCKETS = 20
const LEAST_STEP_MS = 50

/** Distribution of startup times. @throws problem range-too-long, timezone-unknown, warehouse-away */
export async function getStartupTimes(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['getStartupTimes']>,
): Promise<StartupTimes> {
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const where = whereOf(await viewScope(analytics, [caller], range, filtersOf(asked)))
  const [found] = await rowsOf<{ started: number; levels: [number, number, number] }>(
    analytics,
    `SELECT count(startup_ms) AS started, ${startupQuantiles('quantiles', '(0.5, 0.75, 0.95)')} AS levels FROM views ${where}`,
  )
  const none = { views: 0, p50: null, p75: null, p95: null, buckets: [] }
  if (found === undefined || found.started === 0) return none
  const [p50, p75, p95] = found.levels.map(Math.round) as [number, number, number]
  const step = stepFor(p95)
  // Views can start between the two statements, so the total is counted from the buckets.
  const rows = await rowsOf<{ bucket: number; counted: number }>(
    analytics,
    `SELECT least(intDiv(startup_ms, ${step}), ${BUCKETS}) AS bucket, count() AS counted FROM views ${where}
      AND startup_ms IS NOT NULL GROUP BY bucket`,
  )
  const counts = new Map(rows.map(({ bucket, counted }) => [bucket, counted]))
  const buckets = Array.from({ length: BUCKETS + 1 }, (_, n) => ({
    from: n * step,
    to: n === BUCKETS ? null : (n + 1) * step,
    views: counts.get(n) ?? 0,
  }))
  return { views: buckets.reduce((sum, { views }) => sum + views, 0), p50, p75, p95, buckets }
}

/** The smallest round bucket width with which the buckets reach 10% beyond the 95th percentile. */
function stepFor(p95: number): number {
  for (let power = LEAST_STEP_MS; ; power *= 10)
    for (const step of [power, 2 * power, 4 * power]) if (step * BUCKETS > 1.1 * p95) return step
}
