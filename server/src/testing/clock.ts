import type { Clock } from '../platform/clock.ts'

export interface MovableClock extends Clock {
  /** Seconds. */
  advance(seconds: number): void
  /** From now on only `advance` moves it. */
  freeze(): void
}

/** A clock that runs like the real one and can be advanced. */
export function movableClock(): MovableClock {
  let aheadMs = 0
  let frozenMs: number | null = null
  return {
    now: () => new Date((frozenMs ?? Date.now()) + aheadMs),
    advance(seconds) {
      aheadMs += seconds * 1000
    },
    freeze() {
      frozenMs = Date.now()
    },
  }
}
