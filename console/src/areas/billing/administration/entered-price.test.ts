import { describe, expect, it } from 'vitest'
import { type EnteredPrice, priceOf } from './entered-price'

const minute: EnteredPrice = {
  meter: 'streaming',
  included: '',
  tiers: [{ upTo: '', each: '0.00009' }],
  from: '',
}

describe('an entered price', () => {
  it('is for the shown unit of its meter', () => {
    expect(priceOf(minute)).toEqual({
      meter: 'streaming',
      mode: 'graduated',
      per: 60_000,
      included: 0,
      tiers: [{ upTo: null, micros: 90 }],
    })
    expect(priceOf({ ...minute, meter: 'stored-time' })?.per).toBe(43_800_000)
  })

  it('has tiers that ascend, and begins with a date', () => {
    const tiers = [
      { upTo: '1000', each: '0' },
      { upTo: '', each: '0.5' },
    ]
    expect(priceOf({ ...minute, included: '10', tiers, from: '2026-12-01' })).toMatchObject({
      included: 600_000,
      tiers: [
        { upTo: 60_000_000, micros: 0 },
        { upTo: null, micros: 500_000 },
      ],
      validFrom: '2026-12-01T00:00:00Z',
    })
    const falling = [{ upTo: '1000', each: '1' }, { upTo: '10', each: '1' }, ...minute.tiers]
    for (const wrong of [
      falling,
      [{ upTo: 'many', each: '1' }, ...minute.tiers],
      [{ upTo: '', each: 'much' }],
    ])
      expect(priceOf({ ...minute, tiers: wrong })).toBeNull()
    expect(priceOf({ ...minute, included: 'some' })).toBeNull()
  })
})
