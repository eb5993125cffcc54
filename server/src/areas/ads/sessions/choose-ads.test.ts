import { describe, expect, it } from 'vitest'
import type { InlineAd, Tracking } from '../vast/vast.ts'
import { type Candidate, chooseAds } from './choose-ads.ts'

const media = {
  ...{ url: 'http://a.example/a.mp4', type: 'video/mp4', delivery: 'progressive' },
  ...{ width: 640, height: 360, bitrateKbps: 500 },
}
const track = (event: Tracking['event'], of: string) => ({ event, url: `http://a.example/${of}/${event}` })

function candidate(id: string, state: 'ready' | 'preparing', breakTracking?: readonly Tracking[]): Candidate {
  const ad: InlineAd = {
    ...{ kind: 'inline', id, sequence: null, system: null, pricing: null, blockedCategories: [] },
    ...{ title: null, advertiser: null, categories: [], universalAdId: null, durationS: 5 },
    ...{ mediaFiles: [media], clickThroughUrl: null, skipOffset: null, verifications: [] },
    tracking: [track('start', id), track('error', id)],
    ...(breakTracking && { breakTracking }),
  }
  return { ad, media, creative: { id, state, durationS: 5, outputs: [] }, caps: [] }
}

const choose = (...candidates: readonly Candidate[]) =>
  chooseAds(candidates, {
    ...{ kind: 'midroll', availableS: 60, toleranceS: 0.5, isSeparated: false, pricing: null },
    ...{ seen: new Map(), macros: {} },
  })

describe('the ads of a break', () => {
  it('begin and end the breaks of an ad server, of those that are inserted', () => {
    const [one, two] = ['one', 'two'].map((of) => [track('impression', of), track('complete', of)])
    const { offered } = choose(
      ...[candidate('a', 'preparing', one), candidate('b', 'ready', one), candidate('c', 'ready', one)],
      ...[candidate('d', 'preparing', one), candidate('e', 'ready', two), candidate('f', 'ready')],
    )
    const urls = offered.map(({ inserted }) =>
      inserted?.tracking.map(({ url }) => url.replace('http://a.example/', '')).slice(0, -1),
    )
    expect(urls).toEqual([
      ...[undefined, ['one/impression', 'b/start'], ['one/complete', 'c/start'], undefined],
      ...[['two/impression', 'two/complete', 'e/start'], ['f/start']],
    ])
  })

  it('that are being prepared are reported as such', () => {
    expect(choose(candidate('a', 'preparing')).errors).toEqual([
      { url: 'http://a.example/a/error', code: 407 },
    ])
  })
})
