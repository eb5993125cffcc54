import type { analyticsCalls, QueryOf, WorstViews } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import { filtersOf, rowsOf, viewScope } from '../metrics/scope.ts'
import { rawWords } from '../metrics/source.ts'
import { aggregateOf, whereOf } from '../metrics/statements.ts'
import { timeRangeOf } from '../metrics/time-range.ts'
import { itemOf, named, type ViewRow, viewColumns, viewGroups } from '../views/view-list.ts'

const MOST = 20

/** The views with the lowest experience score. @throws problem range-too-long, timezone-unknown, warehouse-away */
export async function listWorstViews(
  analytics: Analytics,
  caller: Scope,
  asked: QueryOf<(typeof analyticsCalls)['listWorstViews']>,
): Promise<WorstViews> {
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const scope = await viewScope(analytics, [caller], range, filtersOf(asked))
  // Only one row of a view has a startup time, so the maximum is its value.
  const score = aggregateOf('experience-score', { ...rawWords, startup: 'max(startup_ms)' })
  const rows = await rowsOf<ViewRow & { readonly score: number | null }>(
    analytics,
    `SELECT ${viewColumns}, ${score} AS score FROM views ${whereOf(scope)} ${viewGroups}
      HAVING started > 0 OR sum(playback_failures) > 0 ORDER BY score, started_at DESC, view_id LIMIT ${MOST}`,
  )
  const items = await named(analytics, [caller], rows.map(itemOf))
  return { items: items.map((item, n) => ({ ...item, score: rows[n]?.score ?? 0 })) }
}
