import type { analyticsCalls, QueryOf, RealtimeViews } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import { presentStatement } from '../views/concurrent.ts'
import { literals } from '../warehouse/literal.ts'
import { peakStatement } from './concurrent-statements.ts'
import { rowsOf, viewScope, withNames } from './scope.ts'
import { stepsOf, timeRangeOf } from './time-range.ts'
import { visibleConditions } from './view-scope.ts'

const TREND_MS = 30 * 60_000
const MOST = 10

interface PartRow {
  readonly key: string
  readonly viewers: number
}

/** Who is watching now. @throws problem warehouse-away */
export async function getRealtimeViews(
  analytics: Analytics,
  caller: Scope,
  { contentId, category }: QueryOf<(typeof analyticsCalls)['getRealtimeViews']>,
): Promise<RealtimeViews> {
  const now = analytics.clock.now()
  const range = timeRangeOf({
    ...{ from: new Date(now.getTime() - TREND_MS).toISOString(), to: now.toISOString() },
    ...{ interval: 'minute', timezone: 'UTC' },
  })
  const scope = await viewScope(analytics, caller, range, { contentId, category })
  const conditions = visibleConditions(scope.contentIds)
  if (contentId !== undefined) conditions.push(`toString(object_id) IN ${literals(contentId, 'String')}`)
  if (category !== undefined) conditions.push(`kind IN ${literals(category, 'String')}`)
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const present = `FROM (${presentStatement(now, caller.environmentId)}) ${where}`
  const by = (column: string) =>
    rowsOf<PartRow>(
      analytics,
      `SELECT ${column} AS key, count() AS viewers ${present} GROUP BY key ORDER BY viewers DESC, key LIMIT ${MOST}`,
    )
  const [all, contents, countries, deviceTypes, trend] = await Promise.all([
    rowsOf<{ viewers: number }>(analytics, `SELECT count() AS viewers ${present}`),
    by('toString(object_id)'),
    by('country'),
    by('device_type'),
    rowsOf<{ at: number; value: number }>(analytics, peakStatement(scope, { isSeries: true })),
  ])
  const peaks = new Map(trend.map(({ at, value }) => [at * 1000, value]))
  return {
    at: now.toISOString(),
    viewers: all[0]?.viewers ?? 0,
    trend: stepsOf(range).map((at) => ({ at: at.toISOString(), value: peaks.get(at.getTime()) ?? 0 })),
    contents: await withNames(analytics, caller.environmentId, 'contentId', contents),
    countries,
    deviceTypes,
  }
}
