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
  /** The partner of the custom URL. */
  readonly partner: string
}

/** Finds the stream of a playback ID, or null. */
export async function findPlaybackTarget(
  { db }: Pick<Live, 'db'>,
  playbackId: string,
): Promise<PlaybackTarget | null> {
  const [stream] = await db.select().from(liveStreams).where(eq(liveStreams.playbackId, playbackId))
  if (stream !== undefined) return { stream, isPaused: false, customPlaybackId: null, partner: '' }
  const [found] = await db
    .select({ stream: liveStreams, custom: customPlaybacks })
    .from(customPlaybacks)
    .innerJoin(liveStreams, eq(liveStreams.id, customPlaybacks.streamId))
    .where(eq(customPlaybacks.playbackId, playbackId))
  if (found === undefined) return null
  const { id, status, partner } = found.custom
  return { stream: found.stream, isPaused: status === 'paused', customPlaybackId: id, partner: partner ?? '' }
}
