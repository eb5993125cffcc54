import { type Hole, positionAt, type RecordingGap } from '@kinora/contract'
import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { type GapRow, liveGaps } from './tables.ts'

interface Recorded {
  readonly sessionId: string
  readonly environmentId: string
  readonly startedAt: Date
  readonly endedAt: Date | null
}

/** Limit of listed gaps: an encoder that fails every few seconds causes one each time. */
const MAX_GAPS = 1000

/** The gaps of a recording, oldest first. */
export function gapsOf(
  db: Queryable,
  { sessionId, environmentId, startedAt, endedAt }: Recorded,
): Promise<GapRow[]> {
  return db
    .select()
    .from(liveGaps)
    .where(
      and(
        eq(liveGaps.sessionId, sessionId),
        eq(liveGaps.environmentId, environmentId),
        or(isNull(liveGaps.endedAt), gt(liveGaps.endedAt, startedAt)),
        endedAt === null ? undefined : lt(liveGaps.startedAt, endedAt),
      ),
    )
    .orderBy(asc(liveGaps.startedAt))
    .limit(MAX_GAPS)
}

/** The times in which nothing was recorded. @param gaps oldest first */
export function holesIn(gaps: readonly GapRow[]): Hole[] {
  return gaps.flatMap(({ recorded, startedAt, endedAt }) =>
    recorded || endedAt === null ? [] : [{ fromMs: startedAt.getTime(), toMs: endedAt.getTime() }],
  )
}

/** The gaps of a recording with their positions in it. Gaps outside the recorded time are omitted.
 * @param durationS recorded length so far
 * @param isOver the recording has ended, and an open gap ends with it */
export function gapsInRecording(
  gaps: readonly GapRow[],
  { startedAt }: Pick<Recorded, 'startedAt'>,
  durationS: number,
  isOver: boolean,
): RecordingGap[] {
  const holes = holesIn(gaps)
  const within = (at: Date) =>
    Math.min(durationS, Math.max(0, positionAt(at.getTime(), startedAt.getTime(), holes)))
  return gaps.flatMap((gap): RecordingGap[] => {
    const { reason, recorded } = gap
    const startS = rounded(within(gap.startedAt))
    const endS = gap.endedAt === null ? (isOver ? rounded(durationS) : null) : rounded(within(gap.endedAt))
    if (recorded && endS !== null && endS <= startS) return []
    const from = gap.startedAt.toISOString()
    return [{ from, to: gap.endedAt?.toISOString() ?? null, startS, endS, reason, isRecorded: recorded }]
  })
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000
