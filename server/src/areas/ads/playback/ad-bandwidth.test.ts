import { describe, expect, it } from 'vitest'
import type { Streams } from '../../delivery/index.ts'
import { measuredBandwidth } from '../creatives/bandwidth.ts'
import { streamsWithAds } from './ad-bandwidth.ts'

const streams = {
  video: [
    {
      outputId: 'v',
      width: 640,
      height: 360,
      frameRate: 25,
      codecs: 'avc1.64001e',
      bandwidth: { average: 500_000, peak: 600_000 },
    },
  ],
  audio: [{ outputId: 'a', bandwidth: { average: 96_000, peak: 100_000 } }],
  subtitles: [],
} as unknown as Streams

const adOf = (average: number, peak: number, lengthS: number) => ({
  outputs: [
    {
      name: 'v',
      type: 'video' as const,
      width: 640,
      height: 360,
      segments: [lengthS],
      bandwidth: { average, peak },
    },
    {
      name: 'a',
      type: 'audio' as const,
      width: 0,
      height: 0,
      segments: [lengthS],
      bandwidth: { average: 128_000, peak: 130_000 },
    },
  ],
})

const of = ({ video, audio }: Streams) => [video[0]?.bandwidth, audio[0]?.bandwidth]

describe('the bandwidth of a stream with ads', () => {
  it('is the measured peak of both, and their average by time', () => {
    expect(of(streamsWithAds(streams, [adOf(800_000, 900_000, 10)], 20))).toEqual([
      { average: 600_000, peak: 900_000 },
      { average: 106_667, peak: 130_000 },
    ])
    expect(of(streamsWithAds(streams, [adOf(200_000, 300_000, 20)], 20))[0]).toEqual({
      average: 350_000,
      peak: 600_000,
    })
    expect(streamsWithAds(streams, [], 20)).toBe(streams)
  })

  it('is at least that of each ad that can come in a live stream', () => {
    const ads = [adOf(800_000, 900_000, 10), adOf(300_000, 950_000, 10)]
    expect(of(streamsWithAds(streams, ads, null))[0]).toEqual({ average: 800_000, peak: 950_000 })
    const [unmeasured] = of(streamsWithAds(streams, [{ outputs: [] }], null))
    expect(unmeasured?.peak).toBeGreaterThan(950_000)
  })

  it('is measured from the sizes of segments', () => {
    expect(measuredBandwidth([4, 2], [500_000, 300_000])).toEqual({ average: 1_066_667, peak: 1_200_000 })
  })
})
