import { describe, expect, it } from 'vitest'
import { hashOf } from '../creatives/shape.ts'
import type { CreativeRow } from '../creatives/tables.ts'
import type { StoredAd } from '../decisions/decision.ts'
import { type Fillers, noFillers, withFillers } from './fillers.ts'

const fillers: Fillers = { house: ['h1', 'h2'], openingBumper: 'open', closingBumper: 'close', slate: 's' }
const lengths: Readonly<Record<string, number>> = { h1: 20, h2: 10, open: 2, close: 3, s: 4 }
const byKey = new Map(
  Object.entries(lengths).map(([url, durationS]) => [
    hashOf(url),
    { id: url, durationS, outputs: [] } as unknown as CreativeRow,
  ]),
)
const ad = (durationS: number, skipped: StoredAd['skipped'] = null): StoredAd => ({
  adId: 'soap',
  title: null,
  adSystem: null,
  mediaUrl: 'soap',
  durationS,
  skipped,
  inserted: skipped === null ? { creativeId: 'soap', outputs: [], tracking: [] } : null,
})
/** Inserted ads and fillers, in order. */
function shown(offered: StoredAd[], availableS: number, isLive = false, known = fillers): (string | null)[] {
  return withFillers(offered, known, (key) => byKey.get(key), { availableS, toleranceS: 0.5, isLive })
    .filter(({ inserted }) => inserted !== null)
    .map(({ mediaUrl }) => mediaUrl)
}

describe('videos of a channel', () => {
  it('are house ads in an empty break, as many as fit', () => {
    expect(shown([ad(10, 'preparing')], 32)).toEqual(['open', 'h1', 'h2'])
    expect(shown([], 29)).toEqual(['open', 'h1', 'close'])
    expect(shown([], 5)).toEqual([])
  })

  it('are bumpers around ads, and never alone', () => {
    expect(shown([ad(15)], 30)).toEqual(['open', 'soap', 'close'])
    expect(shown([ad(15)], 15)).toEqual(['soap'])
    expect(shown([ad(10, 'too-long')], 5, false, { ...fillers, house: [] })).toEqual([])
  })

  it('fill the rest of a live break with the slate', () => {
    const none = { ...fillers, openingBumper: null, closingBumper: null }
    expect(shown([ad(15)], 30, true, none)).toEqual(['soap', 's', 's', 's'])
    expect(shown([ad(15)], 30, true)).toEqual(['open', 'soap', 's', 's', 'close'])
    expect(shown([], 9, true, { ...none, house: [] })).toEqual(['s', 's'])
  })

  it('end with a slate that is cut to fit', () => {
    const segments = [2, 2, 2, 2, 2]
    const long = {
      id: 's',
      durationS: 10,
      outputs: [
        { type: 'video', segments },
        { type: 'audio', segments },
      ],
    }
    const readyOf = () => long as unknown as CreativeRow
    const slateOnly = { ...noFillers, slate: 's' }
    const given = { availableS: 15, toleranceS: 0.5, isLive: true }
    const shownS = withFillers([], slateOnly, readyOf, given)
    expect(shownS.map(({ durationS }) => durationS)).toEqual([10, 4])
    expect(shownS[1]?.inserted?.outputs.map((output) => output.segments)).toEqual([
      [2, 2],
      [2, 2],
    ])
    expect(withFillers([], slateOnly, readyOf, { ...given, isLive: false })).toEqual([])
  })

  it('are left out until they are encoded', () => {
    expect(shown([ad(15)], 30, true, { ...fillers, openingBumper: 'new', slate: 'later' })).toEqual([
      'soap',
      'close',
    ])
  })
})
