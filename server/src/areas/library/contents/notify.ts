import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { channels } from '../../../platform/events/bus.ts'
import { playbackIds } from '../playback/tables.ts'

/**
 * Playlists in the memory of delivering processes are stale, by whatever id they were asked for, once the caller's
 * transaction commits. Of what is deleted they are told before, while its ids are there.
 */
export async function notifyPlayers(
  tx: Queryable,
  { id, playbackId }: { readonly id: string; readonly playbackId: string },
): Promise<void> {
  const others = sql`SELECT ${playbackIds.id} AS id FROM ${playbackIds} WHERE ${eq(playbackIds.contentId, id)}`
  const all = sql`SELECT ${playbackId}::text AS id UNION ALL ${others}`
  await tx.execute(sql`SELECT pg_notify(${channels.contents}, played.id) FROM (${all}) AS played`)
}

/** Stops whoever works on this, once the transaction is done. @param workId of a content, an encoding again or a track */
export async function cancelWork(tx: Queryable, workId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${channels.cancel}, ${workId})`)
}
