import { describe, expect, it } from 'vitest'
import { bytesPerHour, encodedPerHour, ladderSeries, ladderSizes } from './ladder'

const factors = new Map([
  ['h264', 1],
  ['av1', 0.5],
] as const)
const rungs = [
  { lines: 1080, maxKbps: 6000 },
  { lines: 360, maxKbps: 1000 },
]

describe('ladderSeries', () => {
  it('orders the rungs and scales them by codec', () => {
    expect(ladderSeries(rungs, ['h264', 'av1'], factors)).toEqual([
      {
        codec: 'h264',
        points: [
          { lines: 360, maxKbps: 1000 },
          { lines: 1080, maxKbps: 6000 },
        ],
      },
      {
        codec: 'av1',
        points: [
          { lines: 360, maxKbps: 500 },
          { lines: 1080, maxKbps: 3000 },
        ],
      },
    ])
  })

  it('omits rungs without a valid number', () => {
    const typing = [...rungs, { lines: Number.NaN, maxKbps: 400 }, { lines: 720, maxKbps: 0 }]
    expect(ladderSeries(typing, ['h264'], factors)[0]?.points).toHaveLength(2)
  })
})

describe('ladderSizes', () => {
  it('adds up codecs by rung, and audio once', () => {
    const { rungs: byLines, audio, total } = ladderSizes(ladderSeries(rungs, ['h264', 'av1'], factors), 128)
    expect(byLines.get(360)).toBe(675_000_000)
    expect(byLines.get(1080)).toBe(4_050_000_000)
    expect(audio).toBe(57_600_000)
    expect(total).toBe(4_782_600_000)
  })

  it('is only audio without rungs', () => {
    expect(ladderSizes([], 128).total).toBe(bytesPerHour(128))
  })
})

describe('encodedPerHour', () => {
  it('is an hour for each rendition, apart for those above 1080p', () => {
    const all = [...rungs, { lines: 2160, maxKbps: 16_000 }]
    const hour = 3_600_000
    expect(encodedPerHour(ladderSeries(all, ['h264', 'av1'], factors))).toEqual({
      'encoding-hd': 4 * hour,
      'encoding-uhd': 2 * hour,
    })
  })
})
