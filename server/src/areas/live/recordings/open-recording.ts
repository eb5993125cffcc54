import { and, eq, isNull } from 'drizzle-orm'
import { createRecording } from '../../library/index.ts'
import type { Live } from '../live.ts'
import { liveRecordings, type SessionRow } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'

/** Names the content of a recording. */
export interface RecordedContent {
  readonly id: string
  readonly environmentId: string
  /** Part of a session, for planned recordings. The stream itself is not recorded. */
  readonly planned: boolean
}

/** Finds the open recording of the session, which an earlier node may have begun, or creates it. */
export function openRecording(
  live: Pick<Live, 'db' | 'storage' | 'clock' | 'log'>,
  stream: StreamRow,
  session: SessionRow,
  startedAt: Date,
): Promise<RecordedContent> {
  return live.db.transaction(async (tx) => {
    const { contentId: id, environmentId, planned } = liveRecordings
    const isOwn = and(
      eq(liveRecordings.sessionId, session.id),
      eq(liveRecordings.environmentId, stream.environmentId),
      isNull(liveRecordings.endedAt),
    )
    const [known] = await tx.select({ id, environmentId, planned }).from(liveRecordings).where(isOwn)
    if (known !== undefined) return known
    const made = await createRecording(live, tx, {
      environmentId: stream.environmentId,
      streamId: stream.id,
      recordedFrom: startedAt,
      title: titleOf(stream, session),
      tags: stream.tags,
      addedBy: stream.addedBy,
      addedById: stream.addedById,
      playbackPolicy: stream.playbackPolicy,
      playbackRestrictions: stream.playbackRestrictions,
    })
    const recorded = { environmentId: made.environmentId, planned: !stream.record }
    await tx.insert(liveRecordings).values({
      ...recorded,
      contentId: made.id,
      sessionId: session.id,
      streamId: stream.id,
      startedAt,
    })
    return { id: made.id, ...recorded }
  })
}

/** Title of a recording: the name of the stream with the start time. */
function titleOf({ name }: StreamRow, { startedAt }: SessionRow): string {
  return `${name} ${startedAt.toISOString().slice(0, 16).replace('T', ' ')}`
}
