import { and, eq, inArray } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uploads } from '../contents/tables.ts'
import { CONTENTS_PREFIX } from '../files/storage-keys.ts'
import { removals } from '../files/tables.ts'
import type { Library } from '../library.ts'

/** Longer than it takes to store a file of a job, and to insert the row of an upload. */
const UNUSED_SECONDS = 24 * 3600

/** Discards writes to the storage that no row names, because a process died before it ended or recorded them. */
export async function discardUnfinishedWrites({ storage, db, clock }: Library): Promise<void> {
  const before = addSeconds(clock.now(), -UNUSED_SECONDS)
  for await (const writes of storage.listUnfinished(CONTENTS_PREFIX, before)) {
    const known = await knownMultipartIds(
      db,
      writes.map(({ id }) => id),
    )
    for (const { id, discard } of writes) if (!known.has(id)) await discard()
  }
}

/** IDs of multipart uploads that belong to pending uploads or scheduled removals. */
async function knownMultipartIds(db: Queryable, ids: readonly string[]): Promise<Set<string | null>> {
  if (ids.length === 0) return new Set()
  const pending = await db
    .select({ id: uploads.multipartId })
    .from(uploads)
    .where(and(eq(uploads.status, 'pending'), inArray(uploads.multipartId, [...ids])))
  const leaving = await db
    .select({ id: removals.multipartId })
    .from(removals)
    .where(inArray(removals.multipartId, [...ids]))
  return new Set([...pending, ...leaving].map(({ id }) => id))
}
