import { describe, expect, it } from 'vitest'
import { exactRate, frameAt, frameFrom, rulerTimes, typedSeconds, withEnd, withStart } from './range'

describe('a range', () => {
  it('is parsed from typed text', () => {
    expect(typedSeconds('00:01:02.5')).toBe(62.5)
    expect(typedSeconds('1:2')).toBeNull()
    expect(typedSeconds('')).toBeNull()
  })

  it('stays inside the video and keeps the minimum length', () => {
    const range = { start: 2, end: 5 }
    expect(withStart(range, -1)).toEqual({ start: 0, end: 5 })
    expect(withStart(range, 9)).toEqual({ start: 4.9, end: 5 })
    expect(withEnd(range, 99, 10)).toEqual({ start: 2, end: 10 })
    expect(withEnd(range, 1, 10)).toEqual({ start: 2, end: 2.1 })
  })

  it('starts at frames, even after hours at an NTSC rate', () => {
    expect(frameAt(1.039, 25)).toBe(1)
    expect(frameAt(1.04, 25)).toBe(1.04)
    const rate = exactRate(29.97)
    const frame = 215_784
    expect(frameAt((frame + 0.5) / (30_000 / 1001), rate)).toBeCloseTo(frame / (30_000 / 1001), 3)
    expect(exactRate(25)).toBe(25)
    expect(frameAt(1.2345678, null)).toBe(1.235)
  })
})

describe('a step by frames', () => {
  it.each([24, 25, 29.97, 50, 59.94, 0, null])(
    'at %s a second leads to each in turn, on and back',
    (reported) => {
      const rate = exactRate(reported)
      const real = rate || 25
      for (let frame = 1; frame < 5000; frame += 37) {
        // Players report exact times, or times rounded to the start of their frame.
        for (const now of [frame / real, (frame + 0.5) / real, frameAt(frame / real, real)]) {
          expect(Math.floor(frameFrom(now, 1, rate) * real)).toBe(frame + 1)
          expect(Math.floor(frameFrom(now, -1, rate) * real)).toBe(frame - 1)
        }
      }
    },
  )
})

describe('a ruler', () => {
  it('has no more labels than fit', () => {
    const until = (end: number) => ({ start: 0, end })
    expect(rulerTimes(until(10), 8)).toEqual([0, 2, 4, 6, 8])
    expect(rulerTimes(until(8 * 3600), 8)).toHaveLength(8)
    expect(rulerTimes(until(100 * 3600), 4)).toHaveLength(4)
  })

  it('has round times in a part of the video', () => {
    expect(rulerTimes({ start: 61, end: 84 }, 6)).toEqual([65, 70, 75, 80])
  })
})
