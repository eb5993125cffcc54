import {
  type analyticsCalls,
  dimensions,
  type QueryOf,
  type RealtimeViews,
  shapeParameters,
} from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Analytics } from '../analytics.ts'
import { conditionOf, hasColumn } from './columns.ts'
import { presencePeaksStatement, presentStatement } from './concurrent.ts'
import { peakStatement } from './concurrent-statements.ts'
import { notesOf } from './notes.ts'
import { filtersOf, rowsOf, viewScope, withNames } from './scope.ts'
import { whereOf } from './statements.ts'
import { stepsOf, timeRangeOf } from './time-range.ts'
import { tenantConditions, type ViewScope } from './view-scope.ts'

const TREND_MS = 30 * 60_000
const MOST = 10
/** Views that started earlier do not match filters that are looked up in `views`. */
const LONGEST_S = 2 * 86_400

interface PartRow {
  readonly key: string
  readonly viewers: number
}

/** The current viewers and their peak by minute. @throws problem warehouse-away, dimension-not-possible */
export async function getRealtimeViews(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: QueryOf<(typeof analyticsCalls)['getRealtimeViews']>,
): Promise<RealtimeViews> {
  const now = analytics.clock.now()
  const range = timeRangeOf({
    from: new Date(now.getTime() - TREND_MS).toISOString(),
    to: now.toISOString(),
    interval: 'minute',
    timezone: 'UTC',
  })
  const scope = await viewScope(analytics, callers, range, filtersOf(asked))
  const isSampled = dimensions.every(
    (name) => scope.filters[name] === undefined || hasColumn('concurrent', name),
  )
  const conditions = [...tenantConditions(scope.environments), ...filterConditions(scope, isSampled, now)]
  const where = `WHERE ${conditions.join(' AND ')}`
  const present = `FROM (${presentStatement(now, scope.environments)}) ${where}`
  const by = (column: string) =>
    rowsOf<PartRow>(
      analytics,
      `SELECT ${column} AS key, count() AS viewers ${present} GROUP BY key ORDER BY viewers DESC, key LIMIT ${MOST}`,
    )
  const trendStatement = isSampled
    ? peakStatement(scope, { isSeries: true })
    : presencePeaksStatement(scope, conditions)
  const [all, contents, countries, deviceTypes, trend] = await Promise.all([
    rowsOf<{ viewers: number }>(analytics, `SELECT count() AS viewers ${present}`),
    by('toString(object_id)'),
    by('country'),
    by('device_type'),
    rowsOf<{ at: number; value: number }>(analytics, trendStatement),
  ])
  const peaks = new Map(trend.map(({ at, value }) => [at * 1000, value]))
  return {
    at: now.toISOString(),
    viewers: all[0]?.viewers ?? 0,
    trend: stepsOf(range).map((at) => ({ at: at.toISOString(), value: peaks.get(at.getTime()) ?? 0 })),
    contents: await withNames(analytics, scope.environments, 'contentId', contents),
    countries,
    deviceTypes,
    ...notesOf(asked, ['views'], shapeParameters),
  }
}

/** Conditions for rows of `presence`. Dimensions that it lacks are looked up in `views`.
 * @throws problem dimension-not-possible */
function filterConditions(scope: ViewScope, isSampled: boolean, now: Date): string[] {
  if (!isSampled) {
    // Includes views that started in this millisecond.
    const range = { ...scope.range, from: addSeconds(now, -LONGEST_S), to: addSeconds(now, 1) }
    const views = { ...scope, range }
    return [`view_id IN (SELECT view_id FROM views ${whereOf(views)})`]
  }
  return dimensions.flatMap((name) => {
    const values = scope.filters[name]
    return values === undefined ? [] : [conditionOf('concurrent', name, values)]
  })
}
