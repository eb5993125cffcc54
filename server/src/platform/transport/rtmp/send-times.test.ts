import { expect, it } from 'vitest'
import { createSendTimes } from './send-times.ts'

it('times of a connection begin with 0, and go on when the clock of the source has changed', () => {
  const times = createSendTimes()
  const video = [5000, 5040, 5080].map((atMs) => times.next(atMs, true))
  expect(video).toEqual([0, 40, 80])
  // Audio before the first picture, and audio that waited for it.
  expect([times.next(4990, false), times.next(3000, false), times.next(5085, false)]).toEqual([
    null,
    null,
    85,
  ])
  // A short gap stays.
  expect(times.next(9000, true)).toBe(4000)
  expect(times.next(900_000, false)).toBe(null)
  expect([times.next(900_000, true), times.next(900_010, false)]).toEqual([4040, 4050])
  expect([times.next(200, true), times.next(240, true)]).toEqual([4090, 4130])
})
