import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { channels } from '../../../platform/events/bus.ts'
import { playbackIds } from '../playback/tables.ts'

/**
 * Invalidates playlists that delivery has in memory, for every playback id of the content, when the caller's
 * transaction commits. Must be called before a content is deleted, while its ids exist.
 */
export async function notifyPlayers(
  tx: Queryable,
  { id, playbackId }: { readonly id: string; readonly playbackId: string },
): Promise<void> {
  const others = sql`SELECT ${playbackIds.id} AS id FROM ${playbackIds} WHERE ${eq(playbackIds.contentId, id)}`
  const all = sql`SELECT ${playbackId}::text AS id UNION ALL ${others}`
  await tx.execute(sql`SELECT pg_notify(${channels.contents}, played.id) FROM (${all}) AS played`)
}

/** Cancels running jobs when the transaction commits. @param workId of a content, a reencode or an audio track */
export async function cancelWork(tx: Queryable, workId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${channels.cancel}, ${workId})`)
}
