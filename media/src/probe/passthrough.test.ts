import { describe, expect, it } from 'vitest'
import { parsePackets } from './packets.ts'
import { fitsForcedKeyframes, keyframeArgs, keyframeSampleOf } from './passthrough.ts'

const sampled = (csv: string) => keyframeSampleOf(parsePackets(csv))

describe('keyframeSampleOf', () => {
  it('reads times of keyframes and the decoding delay', () => {
    const csv = '0.000000,-0.066667,K_\n0.133333,-0.033333,__\n0.066667,0.000000,__\n2.000000,1.933333,K_\n'
    expect(sampled(csv)).toEqual({
      keyframesS: [0, 2],
      reorderS: 0.133333,
      isClosed: true,
      isSteady: true,
    })
  })

  it('detects frames that reference the previous group', () => {
    const csv = '0.0,-0.04,K_\n0.04,0.0,__\n0.16,0.04,K_\n0.08,0.08,__\n'
    expect(sampled(csv).isClosed).toBe(false)
  })

  it('detects different decoding delays of keyframes', () => {
    expect(sampled('0.0,-0.08,K_\n4.0,3.88,K_\n').isSteady).toBe(false)
    expect(sampled('0.0,-0.08,K_\n4.0,3.919,K_\n').isSteady).toBe(true)
  })

  it('ends after two minutes', () => {
    expect(sampled('5.0,5.0,K_\n125.0,125.0,K_\n125.1,125.1,K_\n').keyframesS).toEqual([5, 125])
  })

  it('skips packets without a time', () => {
    expect(sampled('N/A,N/A,__\n\n1.0,N/A,K_\n')).toEqual({
      keyframesS: [1],
      reorderS: 0,
      isClosed: true,
      isSteady: true,
    })
  })
})

describe('keyframeArgs', () => {
  it('reads two minutes of the video without decoding', () => {
    const line = keyframeArgs({ path: 'a', demuxer: 'mov' }, 2).join(' ')
    expect(line).toContain('-select_streams 2 -read_intervals %+120')
    expect(line).not.toContain('frame')
  })
})

describe('fitsForcedKeyframes', () => {
  it.each([
    [7000, true],
    [8000, false],
  ])('accepts %i segments: %s', (segments, fits) => {
    expect(fitsForcedKeyframes(segments)).toBe(fits)
  })
})
