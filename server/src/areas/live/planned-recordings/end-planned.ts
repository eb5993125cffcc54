import { positionAt } from '@kinora/contract'
import { and, asc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import type { Offers } from '../../../platform/area.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { derivedId } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { gapsOf, holesIn } from '../gaps/recording-gaps.ts'
import type { Live } from '../live.ts'
import { liveRecordings } from '../sessions/tables.ts'
import { RECORDED_LATER_S } from './planned-now.ts'
import { recordPlanned } from './planned-recordings.ts'
import { type PlannedRow, plannedRecordings } from './tables.ts'

type Context = Pick<Live, 'db' | 'clock'> & Pick<Offers, 'library'>

/** Until then the last segments of a growing recording are stored. */
const STORED_AFTER_S = 20
/** Planned recordings that a sweep ends. */
const MOST = 200

/** Cuts the videos of planned recordings whose time is over. Idempotent. */
export async function endPlannedRecordings(live: Context): Promise<void> {
  const { db, clock } = live
  const isOver = lte(plannedRecordings.endsAt, addSeconds(clock.now(), -RECORDED_LATER_S))
  const rows = await db
    .select()
    .from(plannedRecordings)
    .where(and(isNull(plannedRecordings.videoIds), isOver))
    .orderBy(asc(plannedRecordings.endsAt))
    .limit(MOST)
  for (const row of rows) {
    const recordings = await recordingsDuring(db, row)
    const isGrowing = recordings.some(({ endedAt }) => endedAt === null)
    if (isGrowing && addSeconds(row.endsAt, STORED_AFTER_S) > clock.now()) continue
    const videoIds = await cutVideos(live, row, recordings)
    await db.transaction(async (tx) => {
      const [ended] = await tx
        .update(plannedRecordings)
        .set({ videoIds })
        .where(and(rowOf(plannedRecordings, row), isNull(plannedRecordings.videoIds)))
        .returning()
      if (ended !== undefined) await recordPlanned(tx, null, ended, 'ended', {}, clock.now())
    })
  }
}

/** The recordings that may have some of the planned time, oldest first. */
function recordingsDuring(db: Queryable, { streamId, environmentId, startsAt, endsAt }: PlannedRow) {
  return db
    .select()
    .from(liveRecordings)
    .where(
      and(
        eq(liveRecordings.streamId, streamId),
        eq(liveRecordings.environmentId, environmentId),
        lt(liveRecordings.startedAt, endsAt),
        or(isNull(liveRecordings.endedAt), gt(liveRecordings.endedAt, startsAt)),
      ),
    )
    .orderBy(asc(liveRecordings.startedAt))
}

type RecordingRow = Awaited<ReturnType<typeof recordingsDuring>>[number]

/** Cuts a video from each recording that has some of the planned time. */
async function cutVideos(
  { db, library }: Context,
  row: PlannedRow,
  recordings: readonly RecordingRow[],
): Promise<string[]> {
  const { environmentId, startsAt, endsAt, name: title, addedBy, addedById } = row
  const videoIds: string[] = []
  for (const recording of recordings) {
    const holes = holesIn(await gapsOf(db, recording))
    const positionOf = (at: Date) => positionAt(at.getTime(), recording.startedAt.getTime(), holes)
    const content = { id: recording.contentId, environmentId }
    const id = derivedId(row.id, recording.contentId)
    const span = { startS: positionOf(startsAt), endS: positionOf(endsAt) }
    if (await library.cutRecording(content, span, { id, title, addedBy, addedById })) videoIds.push(id)
  }
  return videoIds
}
