import { LIVE_TICKS } from './source.ts'

/** Keeps the times of a source near the wall clock if its own clock is fast or slow. */
export interface ClockSteering {
  /** Starts the measurement for another source or offset. */
  reset(): void
  /** Returns ticks to add to all later times.
   * @param ahead ticks by which a frame is ahead of the wall clock on arrival
   * @param step ticks since the previous frame */
  correction(ahead: number, step: number, now: number): number
}

/** Smaller errors are not corrected. */
const NEAR = 0.05 * LIVE_TICKS
const FAR = 0.15 * LIVE_TICKS
/** Correction of small errors: 1 ms per second. Computer clocks are off by less than 1 ms per 10 s. */
const SLOW_RATE = 0.001
/** Correction of errors above `FAR`: 15 ms per second, for clocks that are off by 1 % and after lost frames. Viewers do
 * not notice a change of speed by 1.5 %. */
const FAST_RATE = 0.015
const SPAN = 5 * LIVE_TICKS

/** The earliest frames of the last 5 to 10 s show the clock of the source, because the network only delays frames. */
export function createClockSteering(): ClockSteering {
  let begun: number | null = null
  let best = Number.NEGATIVE_INFINITY
  let bestBefore = Number.NEGATIVE_INFINITY

  function reset(): void {
    begun = null
    best = Number.NEGATIVE_INFINITY
    bestBefore = Number.NEGATIVE_INFINITY
  }

  return {
    reset,
    correction(ahead, step, now) {
      begun ??= now
      if (now - begun >= SPAN) {
        begun = now
        bestBefore = best
        best = Number.NEGATIVE_INFINITY
      }
      best = Math.max(best, ahead)
      if (bestBefore === Number.NEGATIVE_INFINITY) return 0
      const error = Math.max(best, bestBefore)
      if (Math.abs(error) <= NEAR) return 0
      const change = -Math.sign(error) * (Math.abs(error) > FAR ? FAST_RATE : SLOW_RATE) * step
      best += change
      bestBefore += change
      return change
    },
  }
}
