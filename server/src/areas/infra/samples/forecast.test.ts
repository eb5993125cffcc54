import { describe, expect, it } from 'vitest'
import { type FreePoint, secondsUntilFull } from './forecast.ts'

const HOUR_S = 3600
const DAY_S = 86_400
const GB = 1e9

/** A week: a point an hour, and one a minute on the last day. @param freeAt free bytes after these seconds */
function week(freeAt: (atS: number) => number, days = 7): FreePoint[] {
  const end = days * DAY_S
  const hours = Array.from({ length: (days - 1) * 24 }, (_, n) => n * HOUR_S)
  const minutes = Array.from({ length: 24 * 60 + 1 }, (_, n) => end - DAY_S + n * 60)
  return [...hours, ...minutes].map((atS) => ({ atS, free: freeAt(atS) }))
}

/** Days with one digit. */
const daysOf = (seconds: number | null) => seconds !== null && Math.round((seconds / DAY_S) * 10) / 10

describe('the forecast of a disk', () => {
  it('follows a steady use', () => {
    expect(daysOf(secondsUntilFull(week((atS) => 100 * GB - (10 * GB * atS) / DAY_S)))).toBe(3)
  })

  it('is not known without six hours, and says nothing if nothing is used', () => {
    expect(secondsUntilFull([])).toBeNull()
    const few = week((atS) => 100 * GB - (2 * GB * atS) / DAY_S).slice(-300)
    expect(secondsUntilFull(few)).toBeNull()
    expect(secondsUntilFull(week(() => 100 * GB))).toBeNull()
    expect(secondsUntilFull(week((atS) => 100 * GB + atS))).toBeNull()
    expect(secondsUntilFull(week((atS) => 100 * GB - (GB * atS) / (10 * DAY_S)))).toBeNull()
  })

  it('ignores a nightly clean-up', () => {
    // 12 GB a day are written, and 2 GB of them deleted at night.
    const free = (atS: number) =>
      100 * GB - (12 * GB * atS) / DAY_S + 2 * GB * Math.floor((atS + 0.75 * DAY_S) / DAY_S)
    const seconds = secondsUntilFull(week(free)) ?? 0
    expect(seconds / DAY_S).toBeGreaterThan(2.8)
    expect(seconds / DAY_S).toBeLessThan(3.6)
  })

  it('ignores one large clean-up', () => {
    const free = (atS: number) => 100 * GB - (10 * GB * atS) / DAY_S + (atS > 6.5 * DAY_S ? 20 * GB : 0)
    expect(daysOf(secondsUntilFull(week(free)))).toBeCloseTo(5, 0)
  })

  it('sees a burst that fills the disk within hours', () => {
    const end = 7 * DAY_S
    const free = (atS: number) => 50 * GB - Math.max(0, atS - (end - 2400)) * (GB / 100)
    const seconds = secondsUntilFull(week(free)) ?? 0
    expect(seconds / HOUR_S).toBeCloseTo(0.72, 1)
  })
})
