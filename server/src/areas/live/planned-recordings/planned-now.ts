import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Live } from '../live.ts'
import type { StreamRef } from '../streams/stream-changes.ts'
import { plannedRecordings } from './tables.ts'

/** A recording begins with a whole segment. */
const EARLIER_S = 10
/** Segments are ready some seconds after the times that they show. */
export const RECORDED_LATER_S = 5

/** Whether a stream has to be recorded now, because a recording is planned. */
export async function isPlannedNow(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  stream: StreamRef,
): Promise<boolean> {
  const now = clock.now()
  const count = await db.$count(
    plannedRecordings,
    and(
      eq(plannedRecordings.streamId, stream.id),
      eq(plannedRecordings.environmentId, stream.environmentId),
      isNull(plannedRecordings.videoIds),
      lte(plannedRecordings.startsAt, addSeconds(now, EARLIER_S)),
      gt(plannedRecordings.endsAt, addSeconds(now, -RECORDED_LATER_S)),
    ),
  )
  return count > 0
}
