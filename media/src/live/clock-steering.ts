import { LIVE_TICKS } from './source.ts'

/** Keeps the times of a source near the wall clock, although its own clock is fast or slow. */
export interface ClockSteering {
  /** Another source or another offset begins. */
  reset(): void
  /** Ticks to add to all later times.
   * @param ahead ticks by which a frame is ahead of the wall clock on its arrival
   * @param step ticks since the frame before it */
  correction(ahead: number, step: number, now: number): number
}

/** Frames arrive early or late by less than this. Nothing is corrected. */
const NEAR = 0.1 * LIVE_TICKS
const FAR = 0.4 * LIVE_TICKS
/** Clocks of computers are off by less than 1 ms per 10 s. */
const SLOW_RATE = 0.001
/** For clocks that are off by 1 %, and to make up for what was lost. A change of speed by 1.5 % is not seen. */
const FAST_RATE = 0.015
const SPAN = 5 * LIVE_TICKS

/** The frames that were delayed least in the last 5 to 10 s show where the source's clock is: the network delays frames,
 * and never hurries them. */
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
