import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { finishRecording } from '../../library/index.ts'
import { liveGaps } from '../gaps/tables.ts'
import type { Live } from '../live.ts'
import { liveRecordings, liveSessions } from '../sessions/tables.ts'

/** Recordings are available for 12 hours after the end. */
const KEPT_S = 12 * 3600

interface RecordingRef {
  /** ID of the content. */
  readonly id: string
  readonly environmentId: string
}

/** Ends a recording, and sets when it will be deleted. Idempotent. */
export async function endRecording(
  live: Pick<Live, 'db' | 'storage' | 'clock'>,
  { id, environmentId }: RecordingRef,
  endedAt: Date,
): Promise<void> {
  await finishRecording(
    live,
    { id, environmentId },
    { recordedTo: endedAt, expiresAt: addSeconds(endedAt, KEPT_S) },
  )
  const isOwn = and(eq(liveRecordings.contentId, id), eq(liveRecordings.environmentId, environmentId))
  await live.db.update(liveRecordings).set({ endedAt }).where(isOwn)
}

/** Ends recordings whose session has ended without a node. Otherwise they would never be deleted. */
export async function endAbandonedRecordings(live: Pick<Live, 'db' | 'storage' | 'clock'>): Promise<void> {
  const rows = await live.db
    .select({ recording: liveRecordings, sessionEndedAt: liveSessions.endedAt })
    .from(liveRecordings)
    .leftJoin(
      liveSessions,
      and(
        eq(liveSessions.id, liveRecordings.sessionId),
        eq(liveSessions.environmentId, liveRecordings.environmentId),
      ),
    )
    // Sessions of deleted streams are gone.
    .where(and(isNull(liveRecordings.endedAt), or(isNull(liveSessions.id), isNotNull(liveSessions.endedAt))))
  for (const { recording, sessionEndedAt } of rows) {
    const { contentId: id, environmentId, sessionId } = recording
    const endedAt = sessionEndedAt ?? live.clock.now()
    const isOpenGap = and(
      eq(liveGaps.sessionId, sessionId),
      eq(liveGaps.environmentId, environmentId),
      isNull(liveGaps.endedAt),
    )
    await live.db.update(liveGaps).set({ endedAt }).where(isOpenGap)
    await endRecording(live, { id, environmentId }, endedAt)
  }
}

/** Deletes the row of a recording when its content is deleted, and the gaps of its session with the last one. */
export const deletedRecordings: Subscription = {
  name: 'live.deleted-recordings',
  types: ['video.asset.deleted'],
  async handle(tx, { environmentId, event }) {
    const isOwn = and(
      eq(liveRecordings.contentId, event.object.id),
      eq(liveRecordings.environmentId, environmentId),
    )
    const [row] = await tx.delete(liveRecordings).where(isOwn).returning()
    if (row === undefined) return
    const isSame = and(
      eq(liveRecordings.sessionId, row.sessionId),
      eq(liveRecordings.environmentId, environmentId),
    )
    if ((await tx.$count(liveRecordings, isSame)) > 0) return
    const isOfSession = and(eq(liveGaps.sessionId, row.sessionId), eq(liveGaps.environmentId, environmentId))
    await tx.delete(liveGaps).where(isOfSession)
  },
}
