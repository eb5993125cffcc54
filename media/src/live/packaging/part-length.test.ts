import { expect, it } from 'vitest'
import { LIVE_TICKS } from '../source.ts'
import { partLength } from './part-length.ts'

it.each([1, 2, 3, 5, 7, 8, 10, 11, 12, 15, 24, 25, 29.97, 30, 50, 60])(
  'a whole number of frames fills the parts of a stream with %d frames per second',
  (fps) => {
    const frames = Array.from({ length: 4 }, (_, n) => ({
      kind: 'video' as const,
      dts: Math.round((n / fps) * LIVE_TICKS),
      cts: 0,
      isKey: false,
      data: new Uint8Array(),
    }))
    const { aimS, longestS } = partLength(0.333, frames)
    expect(aimS * fps).toBeCloseTo(Math.round(aimS * fps), 1)
    expect(aimS).toBeGreaterThan(0.9 * longestS)
    expect(aimS).toBeLessThan(longestS)
    expect(longestS).toBeLessThan(Math.max(0.5, 1.06 / fps))
  },
)
