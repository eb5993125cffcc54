import { addSeconds } from '../../../platform/clock.ts'
import type { PostRow } from '../records/tables.ts'

/** A post that is later than this is not a surprise that anybody wants. */
const MISSED_S = 3600

/** The end of a missed post. */
export const missed = { state: 'failed', fault: 'time', reason: 'missed' } as const

/** Whether a post was never tried, and its time has long passed: Kinora was not running, or had too much to do. */
export function isMissed({ state, publishAt, attempts, fault, step }: PostRow, now: Date): boolean {
  const isNew = state === 'scheduled' && attempts === 0 && fault === null && step === null
  return isNew && publishAt !== null && publishAt < addSeconds(now, -MISSED_S)
}
