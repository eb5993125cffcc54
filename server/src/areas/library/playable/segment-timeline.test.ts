import { expect, it } from 'vitest'
import { emptyTimeline, extendTimeline, positionAtDate } from './segment-timeline.ts'

it('finds dates of a recording across a hole', () => {
  const timeline = extendTimeline(emptyTimeline(), [
    [4, 1, 0, 100_000],
    [4, 1],
    // Two minutes later.
    [4, 1, null, 228_000],
  ])
  const at = [99_000, 100_000, 106_500, 107_999, 150_000, 228_000, 230_000, 240_000]
  expect(at.map((dateMs) => positionAtDate(timeline, dateMs))).toEqual([-1, 0, 6.5, 7.999, 8, 8, 10, 20])
})
