import type { ViewItem } from '@kinora/contract'
import type { Analytics } from '../analytics.ts'
import { rowsOf } from '../metrics/scope.ts'
import { whereOf } from '../metrics/statements.ts'
import type { ViewScope } from '../metrics/view-scope.ts'
import { readViews } from '../views/view-list.ts'

/** Rows of `views` per page. A view has one or a few. */
const PAGE_ROWS = 5000
/** Initial time span for a page. It grows until it has enough rows. */
const LOOK_MS = 60_000
const LOOK_GROWS = 8

/** Yields all views of a scope, newest first, each once. A page has the views of a time span with about `PAGE_ROWS` rows,
 * so memory is bounded.
 * @throws problem warehouse-away */
export async function* viewPages(
  analytics: Analytics,
  scope: ViewScope,
  signal: AbortSignal,
): AsyncGenerator<readonly ViewItem[]> {
  const { range } = scope
  let lookMs = LOOK_MS
  for (let { to } = range; to > range.from; ) {
    signal.throwIfAborted()
    const from = await startOfPage(analytics, { ...scope, range: { ...range, to } }, lookMs)
    const span = { ...scope, range: { ...range, from, to } }
    // Many views can start in the same millisecond.
    for (let next: string | null = null, isFirst = true; isFirst || next !== null; isFirst = false) {
      const page: Awaited<ReturnType<typeof readViews>> = await readViews(analytics, span, next, PAGE_ROWS)
      if (page.items.length > 0) yield page.items
      next = page.next
    }
    lookMs = Math.max(1000, 2 * (to.getTime() - from.getTime()))
    to = from
  }
}

/** Start of the time span before `scope.range.to` that has about `PAGE_ROWS` rows. */
async function startOfPage(analytics: Analytics, scope: ViewScope, firstLookMs: number): Promise<Date> {
  const { from, to } = scope.range
  for (let lookMs = firstLookMs; ; lookMs *= LOOK_GROWS) {
    const start = new Date(Math.max(from.getTime(), to.getTime() - lookMs))
    const look = { ...scope, range: { ...scope.range, from: start } }
    const [row] = await rowsOf<{ at: number }>(
      analytics,
      `SELECT toUnixTimestamp64Milli(started_at) AS at FROM views ${whereOf(look)}
        ORDER BY started_at DESC LIMIT 1 OFFSET ${PAGE_ROWS - 1}`,
    )
    if (row !== undefined) return new Date(row.at)
    if (start <= from) return from
  }
}
