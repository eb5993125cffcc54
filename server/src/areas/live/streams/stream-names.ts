import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { customPlaybacks, liveStreams } from './tables.ts'

/** Names of an environment's live streams and custom URLs by ID. Unknown IDs are omitted. */
export async function streamNames(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const own = [...ids]
  const [streams, custom] = await Promise.all([
    db
      .select({ id: liveStreams.id, name: liveStreams.name })
      .from(liveStreams)
      .where(and(eq(liveStreams.environmentId, environmentId), inArray(liveStreams.id, own))),
    db
      .select({ id: customPlaybacks.id, name: customPlaybacks.name })
      .from(customPlaybacks)
      .where(and(eq(customPlaybacks.environmentId, environmentId), inArray(customPlaybacks.id, own))),
  ])
  return new Map([...streams, ...custom].map(({ id, name }) => [id, name]))
}
