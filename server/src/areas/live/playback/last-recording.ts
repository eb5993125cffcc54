import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Offers } from '../../../platform/area.ts'
import type { Playback } from '../../delivery/index.ts'
import { getRecordingPlaybackId } from '../../library/index.ts'
import type { Live } from '../live.ts'
import { liveRecordings } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'

/** Playback of the stream's last recording, or null. @param isOver only considers recordings that have ended */
export async function findLastRecording(
  live: Pick<Live, 'db'>,
  library: Offers['library'],
  stream: StreamRow,
  isOver = false,
): Promise<Playback | null> {
  const { contentId: id, environmentId } = liveRecordings
  const [last] = await live.db
    .select({ id, environmentId })
    .from(liveRecordings)
    .where(
      and(
        eq(liveRecordings.streamId, stream.id),
        eq(liveRecordings.environmentId, stream.environmentId),
        eq(liveRecordings.planned, false),
        isOver ? isNotNull(liveRecordings.endedAt) : undefined,
      ),
    )
    .orderBy(desc(liveRecordings.startedAt))
    .limit(1)
  const playbackId = last ? await getRecordingPlaybackId(live.db, last) : null
  return playbackId === null ? null : library.resolveVideo(playbackId)
}

/** Adds the files of the last recording, so that its viewers can finish it after the stream has started again. */
export function withEarlierFiles(
  live: Pick<Live, 'db'>,
  library: Offers['library'],
  stream: StreamRow,
  file: Playback['file'],
): Playback['file'] {
  let earlier: Promise<Playback | null> | undefined
  return async (request) => {
    const found = await file(request)
    if (found !== null) return found
    earlier ??= findLastRecording(live, library, stream, true)
    return (await earlier)?.file(request) ?? null
  }
}
