import { expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

it('is over from a window above the limit until one below it', () => {
  const limit = createRateLimit(0)
  const second = (nowMs: number, kbps: number) => {
    limit.add(kbps * 125)
    return limit.check(nowMs, 1000)
  }
  const seen = Array.from({ length: 20 }, (_, n) => second((n + 1) * 1000, n < 10 ? 1100 : 900))
  expect(seen.lastIndexOf(false, 13)).toBe(3)
  expect(seen.slice(4, 14)).toEqual(Array(10).fill(true))
  expect(seen.slice(14)).toEqual(Array(6).fill(false))
})

it('measures a connection from its start, because a pause is no lower bitrate', () => {
  const limit = createRateLimit(0)
  limit.add(5000 * 125 * 2)
  expect(limit.check(5000, 1000)).toBe(true)
  limit.begin(9000)
  limit.add(1100 * 125)
  expect(limit.check(10_000, 1000)).toBe(true)
  limit.add(1100 * 125 * 4)
  expect(limit.check(14_000, 1000)).toBe(true)
})

it('measures a sender that connects again and again as one', () => {
  const limit = createRateLimit(0)
  for (let nowMs = 1000; nowMs <= 4000; nowMs += 1000) {
    limit.begin(nowMs)
    limit.add(5000 * 125)
    expect(limit.check(nowMs, 1000)).toBe(false)
  }
  expect(limit.check(5000, 1000)).toBe(true)
})
