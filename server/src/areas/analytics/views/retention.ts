import type { analyticsCalls, QueryOf, Retention } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { visibleContentDuration } from '../../library/index.ts'
import type { Analytics } from '../analytics.ts'
import { rowsOf } from '../metrics/scope.ts'
import { timeRangeOf } from '../metrics/time-range.ts'
import { literal } from '../warehouse/literal.ts'

const MOST_POINTS = 300
const MOST_VIEWS = 200_000

/** Counts by point, as two lists: the points, and their counts. */
type Counted = readonly [readonly number[], readonly number[]]

/** How far a video was watched. @throws problem not-found, range-too-long, warehouse-away */
export async function getRetention(
  analytics: Analytics,
  caller: Scope,
  contentId: string,
  asked: QueryOf<(typeof analyticsCalls)['getRetention']>,
): Promise<Retention> {
  const { from, to } = timeRangeOf({ ...asked, interval: 'day', timezone: 'UTC' })
  const duration = await visibleContentDuration(analytics.db, caller, contentId)
  if (duration === null) throw problem('not-found')
  const step = Math.max(1, Math.ceil(duration / MOST_POINTS))
  const count = Math.max(1, Math.ceil(duration / step))
  const [row] = await rowsOf<{ viewed: Counted; played: Counted; views: number; completion: number }>(
    analytics,
    `WITH arrayFlatten(arrayMap(r -> range(least(intDiv(r.1, ${step}), ${count}),
          least(intDiv(r.2 + ${step - 1}, ${step}), ${count})), ranges)) AS points,
        arrayDistinct(points) AS different
      SELECT sumMap(different, arrayMap(p -> toUInt64(1), different)) AS viewed,
        sumMap(points, arrayMap(p -> toUInt64(1), points)) AS played,
        count() AS views, avg(length(different)) / ${count} AS completion
      FROM (SELECT argMax(ranges, seq) AS ranges FROM played_ranges
        WHERE environment_id = ${literal(caller.environmentId, 'UUID')} AND object_id = ${literal(contentId, 'UUID')}
          AND started_at >= ${literal(from, `DateTime64(3, 'UTC')`)}
          AND started_at < ${literal(to, `DateTime64(3, 'UTC')`)}
        GROUP BY view_id ORDER BY max(started_at) DESC LIMIT ${MOST_VIEWS})`,
  )
  const [viewed, played] = [countsOf(row?.viewed), countsOf(row?.played)]
  return {
    ...{ views: row?.views ?? 0, step, duration, completion: row && row.views > 0 ? row.completion : null },
    points: Array.from({ length: count }, (_, n) => ({
      ...{ at: n * step, views: viewed.get(n) ?? 0, plays: played.get(n) ?? 0 },
    })),
  }
}

function countsOf([points, counts]: Counted = [[], []]): Map<number, number> {
  return new Map(points.map((point, n) => [point, counts[n] ?? 0]))
}
