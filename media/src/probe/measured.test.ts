import { describe, expect, it } from 'vitest'
import { aSource, aVideo } from '../testing/test-source.ts'
import { hasPlausibleDuration, hasPlausibleRate, withMeasuredRate } from './measured.ts'
import { fps } from './rational.ts'

const packetsAt = (timesS: number[]) => timesS.map((ptsS) => ({ ptsS, dtsS: ptsS, isKey: true }))

describe('a stated duration', () => {
  it.each([
    ['an hour', { durationS: 3600 }, true],
    ['nothing', { durationS: 0 }, false],
    ['two days', { durationS: 48 * 3600 }, false],
    ['an hour, from a clock', { durationS: 3601, startTimeS: 3600, container: 'matroska,webm' }, false],
    ['a second, from a clock', { durationS: 1, startTimeS: 3600, container: 'mpegts' }, true],
    ['an hour, in 100 KB', { durationS: 3600, sizeBytes: 100_000, container: 'mpegts' }, false],
  ])('of %s is plausible: %s', (_what, change, isPlausible) => {
    expect(hasPlausibleDuration(aSource(change))).toBe(isPlausible)
  })
})

describe('a stated frame rate', () => {
  const of = (num: number) => ({ ...aSource(), video: aVideo({ frameRate: { num, den: 1 } }) })

  it('is plausible up to 240', () => {
    expect([240, 241, 1000].map((rate) => hasPlausibleRate(of(rate)))).toEqual([true, false, false])
  })

  it('is replaced by the rate of the packets, in any order', () => {
    const { video } = withMeasuredRate(of(1000), packetsAt([0, 0.05, 0.017, 0.033, 0.067]))
    expect(fps(video.frameRate)).toBeCloseTo(59.7, 1)
    expect(video).toMatchObject({ isVfr: true, rFrameRate: video.frameRate })
  })

  it('is kept if there is only one packet', () => {
    expect(fps(withMeasuredRate(of(1000), packetsAt([1])).video.frameRate)).toBe(1000)
  })
})
