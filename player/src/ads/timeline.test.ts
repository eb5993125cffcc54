import type { ShownBreak } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import {
  beginningOf,
  contentTimeAt,
  landingOf,
  liveLandingOf,
  liveSpans,
  showingAt,
  streamTimeAt,
} from './timeline.ts'

const breakOf = (position: number, at: number, ...lengths: number[]): ShownBreak => ({
  break: position,
  kind: 'midroll',
  at,
  durationS: lengths.reduce((sum, each) => sum + each, 0),
  replacesS: 0,
  ads: lengths.map((durationS, ad) => ({
    ad,
    durationS,
    title: null,
    clickThroughUrl: null,
    skipAfterS: null,
    events: [],
    at: at + lengths.slice(0, ad).reduce((sum, each) => sum + each, 0),
  })),
})
const breaks = [breakOf(0, 0, 5), breakOf(1, 20, 5, 10), breakOf(2, 50, 5)]

describe('the current ad', () => {
  it.each<[number, unknown]>([
    [0, [0, 1, 0]],
    [5, null],
    [24, [1, 1, 4]],
    [25, [1, 2, 0]],
    [34, [1, 2, 9]],
    [35, null],
  ])('at %d s', (seconds, expected) => {
    const showing = showingAt(breaks, seconds)
    expect(showing && [showing.shown.break, showing.number, showing.elapsedS]).toEqual(expected)
  })
})

describe('the time of the video', () => {
  /** The second break replaces 8 s of the video, from 15 to 23 s. */
  const replacing = breaks.map((each, n) => ({
    ...each,
    at: n === 2 ? 42 : each.at,
    replacesS: n === 1 ? 8 : 0,
  }))

  it.each<[stream: number, content: number]>([
    [0, 0],
    [4, 0],
    [5, 0],
    [19, 14],
    [20, 23],
    [34, 23],
    [35, 23],
    [41, 29],
    [44, 30],
    [50, 33],
  ])('at %d s is %d s', (stream, content) => {
    expect(contentTimeAt(replacing, stream)).toBe(content)
  })

  it.each<[content: number, stream: number]>([
    [0, 5],
    [14, 19],
    [15, 35],
    [22, 35],
    [23, 35],
    [29, 41],
    [30, 47],
    [33, 50],
  ])('of %d s is played at %d s', (content, stream) => {
    expect(streamTimeAt(replacing, content)).toBe(stream)
  })
})

it('playback from a start time has one break before it', () => {
  const [, ...later] = breaks
  expect(beginningOf({ breaks, allowSeekOverAds: false }, 40)).toEqual({ toS: 0, thenS: 40 })
  expect(beginningOf({ breaks: later, allowSeekOverAds: false }, 60)).toEqual({ toS: 50, thenS: 60 })
  expect(beginningOf({ breaks: later, allowSeekOverAds: false }, 10)).toEqual({ toS: 10, thenS: null })
  expect(beginningOf({ breaks, allowSeekOverAds: true }, 40)).toEqual({ toS: 40, thenS: null })
})

describe('a seek', () => {
  const land = (fromS: number, toS: number, watched: number[] = [], allowSeekOverAds = false) => {
    const { toS: at, thenS } = landingOf({ breaks, allowSeekOverAds }, new Set(watched), fromS, toS)
    return [at, thenS]
  }

  it('past several breaks plays the last one, and then continues at the target', () => {
    expect(land(10, 40, [0])).toEqual([20, 40])
    expect(land(10, 60, [0])).toEqual([50, 60])
    expect(land(0, 18)).toEqual([0, null])
    expect(land(10, 22, [0])).toEqual([20, null])
  })

  it('skips watched breaks', () => {
    expect(land(10, 40, [0, 1])).toEqual([40, null])
    expect(land(10, 22, [0, 1])).toEqual([35, null])
    expect(land(40, 2, [0, 1])).toEqual([5, null])
    expect(land(40, 22, [0])).toEqual([20, null])
  })

  it('cannot leave an ad', () => {
    expect(land(22, 40, [0])).toEqual([22, null])
    expect(land(22, 10, [0])).toEqual([22, null])
  })

  it('is free if the channel allows to seek past ads', () => {
    expect(land(10, 40, [0], true)).toEqual([40, null])
    expect(land(22, 40, [0], true)).toEqual([40, null])
  })
})

describe('breaks of a live stream', () => {
  const segment = (name: string, start: number, cc: number) => ({
    url: `/p/${name}.m4s`,
    start,
    duration: 4,
    cc,
  })
  const listed = [
    segment('seg-1', 0, 7),
    segment('soap.seg-1', 4, 8),
    segment('tea.seg-1', 8, 9),
    segment('seg-4', 12, 10),
    segment('tea.seg-1', 16, 11),
  ]

  it('are runs of ads, with the discontinuity of their last ad as index', () => {
    expect(liveSpans(listed, 0)).toEqual([
      { break: 9, at: 4, durationS: 8 },
      { break: 11, at: 16, durationS: 4 },
    ])
    expect(liveSpans(listed.slice(1), 4)[0]).toEqual({ break: 9, at: 4, durationS: 8 })
    expect(liveSpans(listed.slice(2), 9)[0]).toEqual({ break: 9, at: 9, durationS: 3 })
  })

  it('can begin at zero', () => {
    const first = [segment('soap.seg-1', 0, 1), segment('soap.seg-2', 4, 1)]
    expect(liveSpans(first, 0)).toEqual([{ break: 1, at: 0, durationS: 8 }])
  })
})

describe('a seek in a live stream', () => {
  const land = (fromS: number, toS: number, watched: number[] = [], allowSeekOverAds = false) => {
    const { toS: at, thenS } = liveLandingOf({ breaks, allowSeekOverAds }, new Set(watched), fromS, toS, 60)
    return [at, thenS]
  }

  it('to the live edge plays the last break, and then continues at the live edge of that time', () => {
    expect(land(36, 60, [0])).toEqual([50, Number.POSITIVE_INFINITY])
    expect(land(36, 60, [0, 2])).toEqual([60, null])
    expect(land(22, 60, [0])).toEqual([22, Number.POSITIVE_INFINITY])
    expect(land(36, 60, [0], true)).toEqual([60, null])
  })

  it('to the live edge ignores a break after it', () => {
    const later = [...breaks, breakOf(3, 62, 10)]
    expect(liveLandingOf({ breaks: later, allowSeekOverAds: false }, new Set([2]), 56, 60, 60)).toEqual({
      toS: 60,
      thenS: null,
    })
  })

  it('to another time works as in a video', () => {
    expect(land(10, 40, [0])).toEqual([20, 40])
    expect(land(40, 10, [0, 1, 2])).toEqual([10, null])
  })
})
