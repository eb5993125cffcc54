import { describe, expect, it } from 'vitest'
import { inlineOf } from '../offers/offers.ts'
import { type Candidate, chooseAds } from './choose-ads.ts'

/** A creative of a campaign. */
function offered(
  campaign: string,
  name: string,
  durationS: number,
  state: 'ready' | 'failed' | 'preparing' = 'ready',
) {
  const ad = inlineOf({
    ...{
      id: campaign,
      creativeId: name,
      title: name,
      advertiser: campaign,
      mediaUrl: `https://ads.example/${name}`,
    },
    ...{
      clickThroughUrl: null,
      skipAfterS: null,
      pricing: { model: 'CPM', micros: 0, currency: 'USD' },
      cap: null,
    },
  })
  const creative = { id: name, state, durationS, outputs: [] }
  return { ad, media: ad.mediaFiles[0], creative, caps: [], offeredCreativeId: name } satisfies Candidate
}

/** Title, why it was skipped, and whether only the log has it. */
function chosen(candidates: readonly Candidate[], availableS = 30) {
  const rules = {
    kind: 'midroll',
    toleranceS: 0.5,
    isSeparated: true,
    pricing: null,
    seen: new Map(),
  } as const
  return chooseAds(candidates, { ...rules, availableS }).offered.map(
    ({ title, skipped, isPassedOver = false }) => [...[title, skipped, isPassedOver]],
  )
}

describe('ads of a campaign', () => {
  it('are shown once in a break: the first that is ready', () => {
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

  it('that have no place are named in the log, twenty at most', () => {
    const many = Array.from({ length: 25 }, (_, n) => offered(`c${n}`, `long ${n}`, 60))
    const found = chosen([...many, offered('soap', 'soap', 20), offered('tea', 'tea', 20)])
    expect(found).toHaveLength(21)
    expect(found[0]).toEqual(['long 0', 'too-long', true])
    expect(found.at(-1)).toEqual(['soap', null, false])
  })
})
