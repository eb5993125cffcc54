import { LIVE_TICKS } from './source.ts'

/** Larger steps between frames of a source are jumps of its clock. */
const MAX_STEP = 3 * LIVE_TICKS
const MAX_STEP_BACK = LIVE_TICKS / 2
/** Larger steps are jumps if the frame is from the future. Otherwise the source has paused. */
const MIN_STEP_AHEAD = 0.3 * LIVE_TICKS
const MIN_AHEAD = 0.4 * LIVE_TICKS

/** Whether the clock of a source has jumped before a frame.
 * @param step ticks since the previous frame @param ahead ticks by which the frame is ahead of the wall clock */
export function isClockJump(step: number, ahead: number): boolean {
  return step > MAX_STEP || step < -MAX_STEP_BACK || isEarlyStep(step, ahead)
}

/** Whether frames are missing before this one, although it has not arrived later. */
export function isEarlyStep(step: number, ahead: number): boolean {
  return step > MIN_STEP_AHEAD && ahead > MIN_AHEAD
}

/** Largest time by which a frame may be ahead of the wall clock on arrival. */
const MAX_AHEAD = LIVE_TICKS
/** Largest time by which all frames may be ahead. Steering corrects less. */
const MAX_CONSTANTLY_AHEAD = 0.3 * LIVE_TICKS
const CONSTANTLY = 2 * LIVE_TICKS

/** Finds sources that are ahead of the wall clock: they send what they have recorded before, or faster than in real time. */
export interface EarlinessCheck {
  reset(): void
  /** Takes a frame. Returns whether the source is too early. */
  isTooEarly(ahead: number, now: number): boolean
}

export function createEarlinessCheck(): EarlinessCheck {
  let earlySince: number | null = null
  return {
    reset() {
      earlySince = null
    },
    isTooEarly(ahead, now) {
      earlySince = ahead > MAX_CONSTANTLY_AHEAD ? (earlySince ?? now) : null
      return ahead > MAX_AHEAD || (earlySince !== null && now - earlySince > CONSTANTLY)
    },
  }
}
