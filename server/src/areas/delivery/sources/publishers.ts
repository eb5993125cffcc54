import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type Publisher, publisherOf } from '../../identity/index.ts'

/** A renamed organization is shown with its new name after this time. */
const KEPT_MS = 60_000
const MAX_KEPT = 1000

/** The organization that publishes the videos of an environment. Kept in memory, because a page can have very many
 * viewers at once. */
export function openPublishers(
  db: Queryable,
  clock: Clock,
): (environmentId: string) => Promise<Publisher | null> {
  const known = new Map<string, { readonly publisher: Promise<Publisher | null>; readonly until: number }>()
  return (environmentId) => {
    const now = clock.now().getTime()
    const kept = known.get(environmentId)
    if (kept && kept.until > now) return kept.publisher
    const publisher = publisherOf(db, environmentId)
    if (known.size >= MAX_KEPT) known.clear()
    known.set(environmentId, { publisher, until: now + KEPT_MS })
    publisher.catch(() => known.delete(environmentId))
    return publisher
  }
}
