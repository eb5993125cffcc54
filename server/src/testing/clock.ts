import type { Clock } from '../platform/clock.ts'

export interface MovableClock extends Clock {
  /** Seconds. */
  advance(seconds: number): void
}

/** A clock that goes as the real one, and can be put forward. */
export function movableClock(): MovableClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(seconds) {
      aheadMs += seconds * 1000
    },
  }
}
