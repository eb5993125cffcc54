import { inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { channels } from '../../../platform/events/bus.ts'
import { playbackIds } from '../playback/tables.ts'

/** As many ids as surely fit in one message. */
const IDS_A_MESSAGE = 200

/**
 * Invalidates playlists that delivery has in memory, for every playback id of the contents, when the caller's
 * transaction commits. Must be called before a content is deleted, while its ids exist.
 */
export async function notifyPlayers(
  tx: Queryable,
  ...videos: readonly { readonly id: string; readonly playbackId: string }[]
): Promise<void> {
  const others = await tx
    .select({ id: playbackIds.id })
    .from(playbackIds)
    .where(
      inArray(
        playbackIds.contentId,
        videos.map(({ id }) => id),
      ),
    )
  const all = [...videos.map(({ playbackId }) => playbackId), ...others.map(({ id }) => id)]
  for (let start = 0; start < all.length; start += IDS_A_MESSAGE) {
    const message = all.slice(start, start + IDS_A_MESSAGE).join(',')
    await tx.execute(sql`SELECT pg_notify(${channels.contents}, ${message})`)
  }
}

/** Cancels running jobs when the transaction commits. @param workId of a content, a reencode or an audio track */
export async function cancelWork(tx: Queryable, workId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${channels.cancel}, ${workId})`)
}
