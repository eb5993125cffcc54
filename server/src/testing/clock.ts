import type { Clock } from '../platform/clock.ts'

export interface MovableClock extends Clock {
  /** Seconds. */
  advance(seconds: number): void
  /** From now on only `advance` moves it. `atHour`: first moves it on to the next time that the day in UTC has this hour. */
  freeze(atHour?: number): void
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
    freeze(atHour) {
      const now = new Date()
      if (atHour !== undefined) {
        const isLater = now.getUTCHours() >= atHour
        now.setUTCHours(atHour + (isLater ? 24 : 0), 0, 0, 0)
      }
      frozenMs = now.getTime()
    },
  }
}
