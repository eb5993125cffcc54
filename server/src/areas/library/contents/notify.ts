import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import type { ContentRow } from './content-view.ts'
import { contents, playbackIds } from './tables.ts'

/** Playback IDs of videos with new playlists, joined by commas. */
export const contentChannel: Channel = 'kinora_contents'
/** The ID of a content, re-encode or audio track whose jobs must end. */
export const cancelChannel: Channel = 'kinora_cancel'

/** Number of IDs that fit in one message. */
const IDS_A_MESSAGE = 200

/**
 * Invalidates playlists that delivery has in memory, for every playback id of the content, when the caller's
 * transaction commits. Must be called before a content is deleted, while its ids exist.
 */
export async function notifyPlayers(tx: Queryable, content: Pick<ContentRow, 'id' | 'environmentId'>) {
  await notifyPlayersOf(tx, rowOf(contents, content))
}

/** Like `notifyPlayers`, for all contents that match. */
export async function notifyPlayersOf(tx: Queryable, which: SQL | undefined): Promise<void> {
  await tx.execute(sql`
    WITH matching AS (SELECT ${contents.id} AS id, ${contents.playbackId} AS playback_id FROM ${contents} WHERE ${which}),
    played AS (
      SELECT playback_id AS id FROM matching
      UNION ALL SELECT ${playbackIds.id} FROM ${playbackIds} WHERE ${playbackIds.contentId} IN (SELECT id FROM matching)),
    numbered AS (SELECT id, (row_number() OVER () - 1) / ${IDS_A_MESSAGE} AS message FROM played)
    SELECT pg_notify(${contentChannel}, string_agg(id, ',')) FROM numbered GROUP BY message`)
}

/** Cancels running jobs when the transaction commits. @param workId of a content, a reencode or an audio track */
export async function cancelWork(tx: Queryable, workId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${cancelChannel}, ${workId})`)
}
