import { describe, expect, it } from 'vitest'
import { aSource, aVideo } from '../testing/test-source.ts'
import {
  hasPlausibleDuration,
  hasPlausibleRate,
  parseTail,
  withMeasuredEnd,
  withMeasuredRate,
} from './measured.ts'
import type { Source } from './probe.ts'
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

describe('the measured end', () => {
  const source = aSource({ durationS: 10 })
  const ended = (of: Source, csv: string) => withMeasuredEnd(of, parseTail(csv))

  it('replaces a stated duration that the file does not reach', () => {
    expect(ended(source, '0,5.960000,5.8,0.040000\n1,5.979,5.979,0.021333\n')).toMatchObject({
      durationS: 6.000333,
    })
    expect(ended(source, '0,9.9,9.9,0.04\n1,9.98,9.98,0.02\n')).toEqual(source)
    expect(ended(source, '')).toBeNull()
    expect(ended(source, '7,9.9,9.9,0.04\n')).toBeNull()
  })

  it('counts from the start of the file, also without presentation times', () => {
    const late = { ...source, startTimeS: 100 }
    expect(ended(late, '0,N/A,105.96,0.04\n1,N/A,105.9,N/A\n')?.durationS).toBeCloseTo(6)
  })

  it('holds the last picture until the end of longer audio', () => {
    expect(ended(source, '0,6,6,0.04\n1,9.98,9.98,0.02\n')?.video?.heldUntilS).toBe(10)
    expect(ended(source, '1,9.98,9.98,0.02\n')?.video?.heldUntilS).toBe(10)
    expect(ended(source, '0,9.96,9.96,0.04\n1,6,6,0.02\n')?.video?.heldUntilS).toBeUndefined()
    expect(ended({ ...source, video: null }, '1,9.98,9.98,0.02\n')).toMatchObject({ video: null })
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
