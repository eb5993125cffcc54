import { expect, it } from 'vitest'
import { createSourceClock } from './source-clock.ts'

it('keeps the spacing of the sender and never waits', () => {
  const clock = createSourceClock()
  const arrivals = [5000, 6300, 7000, 9900, 9950]
  const times = arrivals.map((nowUs, n) => clock(n * 1000, nowUs))
  // The third packet had the shortest delay.
  expect(times.slice(2)).toEqual([7000, 8000, 9000])
  expect(times.every((time, n) => time <= (arrivals[n] ?? 0))).toBe(true)
})

it('continues where 32 bits wrap, and begins again after a jump', () => {
  const clock = createSourceClock()
  const first = clock(2 ** 32 - 500, 1_000_000)
  expect(clock(500, 1_001_000) - first).toBe(1000)
  expect(clock(500_000_000, 1_002_000)).toBe(1_002_000)
})

it('follows a sender whose clock is slow', () => {
  const clock = createSourceClock()
  let last = 0
  // 100 microseconds a second.
  for (let n = 0; n < 600; n++) {
    const nowUs = n * 100_000
    last = nowUs - clock(nowUs * 0.9999, nowUs)
  }
  expect(last).toBeLessThan(2500)
})
