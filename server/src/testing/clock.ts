import type { Clock } from '../platform/clock.ts'

export interface MovableClock extends Clock {
  /** Seconds. */
  advance(seconds: number): void
}

/** A clock that runs like the real one and can be advanced. */
export function movableClock(): MovableClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(seconds) {
      aheadMs += seconds * 1000
    },
  }
}
