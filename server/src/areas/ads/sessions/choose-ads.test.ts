import { describe, expect, it } from 'vitest'
import { inlineOf } from '../offers/offers.ts'
import type { InlineAd, Tracking } from '../vast/vast.ts'
import { type Candidate, chooseAds } from './choose-ads.ts'

const media = {
  url: 'http://a.example/a.mp4',
  type: 'video/mp4',
  delivery: 'progressive',
  width: 640,
  height: 360,
  bitrateKbps: 500,
}
const track = (event: Tracking['event'], of: string) => ({ event, url: `http://a.example/${of}/${event}` })

function candidate(id: string, state: 'ready' | 'preparing', breakTracking?: readonly Tracking[]): Candidate {
  const ad: InlineAd = {
    kind: 'inline',
    id,
    sequence: null,
    system: null,
    pricing: null,
    blockedCategories: [],
    title: null,
    advertiser: null,
    categories: [],
    universalAdId: null,
    durationS: 5,
    mediaFiles: [media],
    clickThroughUrl: null,
    skipOffset: null,
    verifications: [],
    tracking: [track('start', id), track('error', id)],
    ...(breakTracking && { breakTracking }),
  }
  return { ad, media, creative: { id, state, durationS: 5, outputs: [] }, caps: [] }
}

const choose = (...candidates: readonly Candidate[]) =>
  chooseAds(candidates, {
    kind: 'midroll',
    availableS: 60,
    toleranceS: 0.5,
    isSeparated: false,
    pricing: null,
    seen: new Map(),
    macros: {},
  })

describe('the ads of a break', () => {
  it('send VMAP tracking with the first and last inserted ad of a break', () => {
    const [one, two] = ['one', 'two'].map((of) => [track('impression', of), track('complete', of)])
    const { offered } = choose(
      candidate('a', 'preparing', one),
      candidate('b', 'ready', one),
      candidate('c', 'ready', one),
      candidate('d', 'preparing', one),
      candidate('e', 'ready', two),
      candidate('f', 'ready'),
    )
    const urls = offered.map(({ inserted }) =>
      inserted?.tracking.map(({ url }) => url.replace('http://a.example/', '')).slice(0, -1),
    )
    expect(urls).toEqual([
      undefined,
      ['one/impression', 'b/start'],
      ['one/complete', 'c/start'],
      undefined,
      ['two/impression', 'two/complete', 'e/start'],
      ['f/start'],
    ])
  })

  it('that are being prepared are reported with their error code', () => {
    expect(choose(candidate('a', 'preparing')).errors).toEqual([
      { url: 'http://a.example/a/error', code: 407 },
    ])
  })
})

/** A creative of a campaign. */
function offered(
  campaign: string,
  name: string,
  durationS: number,
  state: 'ready' | 'failed' | 'preparing' = 'ready',
) {
  const ad = inlineOf({
    id: campaign,
    creativeId: name,
    title: name,
    advertiser: campaign,
    mediaUrl: `https://ads.example/${name}`,
    fileHash: '',
    clickThroughUrl: null,
    skipAfterS: null,
    pricing: { model: 'CPM', micros: 0, currency: 'USD' },
    cap: null,
  })
  const creative = { id: name, state, durationS, outputs: [] }
  return { ad, media: ad.mediaFiles[0], creative, caps: [], offeredCreativeId: name } satisfies Candidate
}

/** Title, skip reason, and whether only the log has the ad. */
function chosen(candidates: readonly Candidate[], availableS = 30) {
  const rules = {
    kind: 'midroll',
    toleranceS: 0.5,
    isSeparated: true,
    pricing: null,
    seen: new Map(),
    macros: {},
  } as const
  return chooseAds(candidates, { ...rules, availableS }).offered.map(
    ({ title, skipped, isPassedOver = false }) => [title, skipped, isPassedOver],
  )
}

describe('ads of a campaign', () => {
  it('are shown once in a break, with the first ready creative', () => {
    const soap = [offered('soap', 'broken', 0, 'failed'), offered('soap', 'new', 5, 'preparing')]
    expect(
      chosen([...soap, offered('soap', 'good', 5), offered('soap', 'better', 5), offered('tea', 'tea', 5)]),
    ).toEqual([
      ['broken', 'creative-failed', false],
      ['new', 'preparing', false],
      ['good', null, false],
      ['tea', null, false],
    ])
  })

  it('that do not fit are logged, at most twenty', () => {
    const many = Array.from({ length: 25 }, (_, n) => offered(`c${n}`, `long ${n}`, 60))
    const found = chosen([...many, offered('soap', 'soap', 20), offered('tea', 'tea', 20)])
    expect(found).toHaveLength(21)
    expect(found[0]).toEqual(['long 0', 'too-long', true])
    expect(found.at(-1)).toEqual(['soap', null, false])
  })
})

describe('a stand-alone ad', () => {
  const spares = [candidate('late', 'preparing'), candidate('x', 'ready'), candidate('y', 'ready')]
  const shown = (...candidates: readonly Candidate[]) =>
    choose(...candidates.map((each) => ({ ...each, spares }))).offered.map(({ adId, skipped }) => [
      adId,
      skipped,
    ])

  it('replaces an ad that is preparing, failed, too long or excluded, once in a break', () => {
    const failed = candidate('b', 'ready')
    const long = candidate('d', 'ready')
    expect(
      shown(
        candidate('a', 'preparing'),
        { ...failed, creative: { id: 'b', state: 'failed', durationS: null, outputs: [] } },
        candidate('c', 'ready'),
        { ...long, creative: { id: 'd', state: 'ready', durationS: 100, outputs: [] } },
      ),
    ).toEqual([
      ['a', 'preparing'],
      ['late', 'preparing'],
      ['x', null],
      ['b', 'creative-failed'],
      ['y', null],
      ['c', null],
      ['d', 'too-long'],
    ])
  })

  it('is not used if the ad is shown', () => {
    expect(shown(candidate('a', 'ready'))).toEqual([['a', null]])
  })
})

describe('the error of an ad', () => {
  const codeOf = (given: Partial<Candidate>) =>
    choose({ ...candidate('a', 'ready'), ...given }).errors.map(({ code }) => code)
  const failed = (error: string) => ({
    creative: { id: 'a', state: 'failed' as const, durationS: null, outputs: [], error },
  })

  it('says what is wrong with its file', () => {
    const { ad } = candidate('a', 'ready')
    expect(codeOf({ media: null, ad: { ...ad, isNonLinear: true } })).toEqual([201])
    expect(codeOf({ media: null })).toEqual([403])
    expect(codeOf(failed('download-failed'))).toEqual([401])
    expect(codeOf(failed('download-time-limit'))).toEqual([402])
    expect(codeOf(failed('download-too-large'))).toEqual([405])
    expect(codeOf(failed('media-unreadable'))).toEqual([405])
  })
})

it('progress is tracked with the first event at or after its time', () => {
  const { ad, ...rest } = candidate('a', 'ready')
  const at = (offset: NonNullable<Tracking['offset']>, name: string) => ({ ...track('start', name), offset })
  const tracking = [
    at({ seconds: 0 }, '0s'),
    at({ seconds: 1 }, '1s'),
    at({ share: 0.5 }, '50%'),
    at({ seconds: 4 }, '4s'),
    at({ share: 1 }, '100%'),
    at({ seconds: 9 }, '9s'),
  ]
  const { offered } = choose({ ...rest, ad: { ...ad, tracking } })
  expect(offered[0]?.inserted?.tracking.map(({ event, url }) => [event, url.split('/').at(-2)])).toEqual([
    ['start', '0s'],
    ['firstQuartile', '1s'],
    ['midpoint', '50%'],
    ['complete', '4s'],
    ['complete', '100%'],
  ])
})
