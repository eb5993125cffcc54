import type { AuditAction, EventType } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import type { Change, ChangedValues } from '../../../platform/events/changes.ts'
import type { liveStreams } from './tables.ts'

/** The ID of a live stream that changed, was deleted, or whose keys or custom URLs changed. */
export const liveStreamChannel: Channel = 'kinora_live_streams'

export type StreamRow = typeof liveStreams.$inferSelect
/** Identifies a live stream. */
export type StreamRef = Pick<StreamRow, 'id' | 'environmentId'>

export type StreamEvent = Exclude<
  Extract<EventType, `video.live_stream.${string}`>,
  `video.live_stream.custom_playback.${string}`
>
type StreamAction = Extract<AuditAction, `live_stream.${string}`>

/** An event with the current state of a stream, for `recordChange`. */
export function streamEvent(row: StreamRow, type: StreamEvent): Change {
  return {
    environmentId: row.environmentId,
    object: objectOf(row),
    event: {
      type,
      data: {
        name: row.name,
        status: row.status,
        started: row.started,
        playbackId: row.playbackId,
        backupConnected: row.backupConnected,
        activeSince: row.activeSince?.toISOString() ?? null,
        recordingId: row.recordingId,
      },
    },
  }
}

/** An audit entry for a stream, for `recordChange`. */
export function streamAudit(row: StreamRow, action: StreamAction, values: ChangedValues = {}): Change {
  return { environmentId: row.environmentId, object: objectOf(row), audit: { action, ...values } }
}

export function objectOf({ id, name }: Pick<StreamRow, 'id' | 'name'>) {
  return { type: 'live_stream', id, name } as const
}

/** Announces a change to live nodes and delivery when the transaction commits. */
export async function notifyStreams(tx: Queryable, streamId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${liveStreamChannel}, ${streamId})`)
}
