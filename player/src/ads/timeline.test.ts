import type { ShownBreak } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { landingOf, showingAt } from './timeline.ts'

const breakOf = (position: number, at: number, ...lengths: number[]): ShownBreak => ({
  ...{ break: position, kind: 'midroll', at, durationS: lengths.reduce((sum, each) => sum + each, 0) },
  ads: lengths.map((durationS, ad) => ({
    ...{ ad, durationS, title: null, clickThroughUrl: null, skipAfterS: null, events: [] },
    at: at + lengths.slice(0, ad).reduce((sum, each) => sum + each, 0),
  })),
})
const breaks = [breakOf(0, 0, 5), breakOf(1, 20, 5, 10), breakOf(2, 50, 5)]

describe('what is shown', () => {
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

describe('a seek', () => {
  const land = (fromS: number, toS: number, watched: number[] = [], allowSeekOverAds = false) => {
    const { toS: at, thenS } = landingOf({ breaks, allowSeekOverAds }, new Set(watched), fromS, toS)
    return [at, thenS]
  }

  it('over a break plays the last one first, and then goes on', () => {
    expect(land(10, 40, [0])).toEqual([20, 40])
    expect(land(10, 60, [0])).toEqual([50, 60])
    expect(land(0, 18)).toEqual([0, null])
    expect(land(10, 22, [0])).toEqual([20, null])
  })

  it('leaves out what the viewer has seen', () => {
    expect(land(10, 40, [0, 1])).toEqual([40, null])
    expect(land(10, 22, [0, 1])).toEqual([35, null])
    expect(land(40, 2, [0, 1])).toEqual([5, null])
    expect(land(40, 22, [0])).toEqual([20, null])
  })

  it('does not leave an ad', () => {
    expect(land(22, 40, [0])).toEqual([22, null])
    expect(land(22, 10, [0])).toEqual([22, null])
  })

  it('goes anywhere if the channel allows it', () => {
    expect(land(10, 40, [0], true)).toEqual([40, null])
    expect(land(22, 40, [0], true)).toEqual([40, null])
  })
})
