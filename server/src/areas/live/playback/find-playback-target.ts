import { eq } from 'drizzle-orm'
import type { Live } from '../live.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { customPlaybacks, liveStreams } from '../streams/tables.ts'

/** The stream that a playback ID plays. */
export interface PlaybackTarget {
  readonly stream: StreamRow
  readonly isPaused: boolean
  /** Null for the stream's own playback ID. */
  readonly customPlaybackId: string | null
}

/** Finds the stream of a playback ID, or null. */
export async function findPlaybackTarget(
  { db }: Pick<Live, 'db'>,
  playbackId: string,
): Promise<PlaybackTarget | null> {
  const [stream] = await db.select().from(liveStreams).where(eq(liveStreams.playbackId, playbackId))
  if (stream !== undefined) return { stream, isPaused: false, customPlaybackId: null }
  const [custom] = await db
    .select({ stream: liveStreams, status: customPlaybacks.status, id: customPlaybacks.id })
    .from(customPlaybacks)
    .innerJoin(liveStreams, eq(liveStreams.id, customPlaybacks.streamId))
    .where(eq(customPlaybacks.playbackId, playbackId))
  if (custom === undefined) return null
  return { stream: custom.stream, isPaused: custom.status === 'paused', customPlaybackId: custom.id }
}
