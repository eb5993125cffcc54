import { expect, it } from 'vitest'
import { LIVE_TICKS } from '../source.ts'
import { partLength } from './part-length.ts'

it.each([1, 2, 3, 5, 7, 8, 10, 11, 12, 15, 24, 25, 29.97, 30, 50, 60])(
  'parts of a stream with %d frames per second are filled',
  (fps) => {
    const frames = Array.from({ length: 4 }, (_, n) => ({
      kind: 'video' as const,
      dts: Math.round((n / fps) * LIVE_TICKS),
      cts: 0,
      isKey: false,
      data: new Uint8Array(),
    }))
    const partS = partLength(0.334, frames)
    const filled = Math.floor(partS * fps + 0.001) / fps
    expect(filled).toBeGreaterThanOrEqual(0.85 * partS)
    expect(filled).toBeLessThanOrEqual(partS)
    expect(partS).toBeLessThan(Math.max(0.5, 1.01 / fps))
    if (fps >= 12) expect(partS).toBe(0.334)
  },
)
