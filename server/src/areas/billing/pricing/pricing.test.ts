import { describe, expect, it } from 'vitest'
import { attribute } from './attribute.ts'
import { minorUnits, stripeStep, stripeUnits } from './currency.ts'
import { forecast } from './forecast.ts'
import { divideHalfEven } from './half-even.ts'
import { dayOf, lastDays, partsOf, periodOf, startOfDay } from './periods.ts'
import { type Price, rated } from './rated.ts'
import { nextRecharge, type RechargeOrder, type RechargeState } from './recharge.ts'
import { taxOf } from './tax.ts'

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const random = randomFrom(1)
const upTo = (most: number) => BigInt(Math.floor(random() * most))
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

function randomPrice(): Price {
  const ends = Array.from({ length: Math.floor(random() * 4) }, () => 1n + upTo(1e9))
  const sorted = [...new Set(ends)].toSorted((a, b) => (a < b ? -1 : 1))
  return {
    mode: random() < 0.7 ? 'graduated' : 'volume',
    per: 1n + upTo(100_000),
    included: random() < 0.5 ? 0n : upTo(1e8),
    tiers: [...sorted, null].map((end) => ({ upTo: end, micros: upTo(20_000) })),
  }
}

describe('half-even rounding', () => {
  it('rounds halves to even, also below zero', () => {
    expect([1n, 3n, 5n, -1n, -3n, -5n].map((n) => divideHalfEven(n, 2n))).toEqual([0n, 2n, 2n, 0n, -2n, -2n])
    expect(divideHalfEven(-7n, 3n)).toBe(-2n)
  })
})

describe('the price of a total', () => {
  const tiers = [
    { upTo: 100n, micros: 10n },
    { upTo: null, micros: 4n },
  ]
  it('is that of each tier, or that of the tier that it reaches', () => {
    expect(rated({ mode: 'graduated', per: 1n, included: 0n, tiers }, 150n)).toBe(1200n)
    expect(rated({ mode: 'volume', per: 1n, included: 0n, tiers }, 150n)).toBe(600n)
    expect(rated({ mode: 'graduated', per: 1n, included: 50n, tiers }, 150n)).toBe(1000n)
    expect(rated({ mode: 'graduated', per: 1n, included: 50n, tiers }, 50n)).toBe(0n)
  })

  it('is the sum of the differences, however a month is cut, in any order and with corrections', () => {
    for (let run = 0; run < 5000; run++) {
      const price = randomPrice()
      let total = 0n
      let charged = 0n
      for (let cut = 0; cut < 1 + (run % 31); cut++) {
        const part = upTo(1e8) - (random() < 0.2 ? upTo(1e8) : 0n)
        const after = total + part < 0n ? total : total + part
        charged += rated(price, after) - rated(price, total)
        total = after
      }
      expect(charged).toBe(rated(price, total))
    }
  })
})

describe('shares', () => {
  it('add up to the amount and are exact to one micro', () => {
    for (let run = 0; run < 3000; run++) {
      const amount = upTo(1e12) - upTo(1e11)
      const quantities = Array.from({ length: 1 + Math.floor(random() * 40) }, () => upTo(1e10))
      const shares = attribute(amount, quantities)
      expect(sum(shares)).toBe(amount)
      const total = sum(quantities)
      if (total === 0n) continue
      for (const [n, share] of shares.entries()) {
        const exact = amount * (quantities[n] ?? 0n) - share * total
        expect(exact < total && exact > -total).toBe(true)
      }
    }
  })

  it('give all to the first if nothing was used', () => {
    expect(attribute(7n, [0n, 0n])).toEqual([7n, 0n])
    expect(attribute(7n, [])).toEqual([])
  })
})

describe('periods', () => {
  it('are months of the zone of the account', () => {
    const { startsAt, endsAt } = periodOf(new Date('2026-10-31T20:00:00Z'), 'Asia/Kolkata')
    expect([startsAt.toISOString(), endsAt.toISOString()]).toEqual([
      '2026-10-31T18:30:00.000Z',
      '2026-11-30T18:30:00.000Z',
    ])
  })

  it('begin with the first moment of a day that has no midnight', () => {
    // The clocks of Beirut went from 00:00 to 01:00 on 27 March 2022.
    expect(startOfDay('2022-03-27', 'Asia/Beirut').toISOString()).toBe('2022-03-26T22:00:00.000Z')
    expect(dayOf(new Date('2022-03-26T22:00:00Z'), 'Asia/Beirut')).toBe('2022-03-27')
    expect(lastDays(new Date('2026-03-01T00:00:00Z'), 3, 'UTC')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
  })

  it('follow each other without gaps, cut at changes', () => {
    const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Africa/Cairo', 'Pacific/Apia', 'Asia/Beirut']
    for (let run = 0; run < 300; run++) {
      const zone = zones[run % zones.length] ?? 'UTC'
      const from = periodOf(new Date(Date.UTC(2020 + (run % 9), run % 12, 15)), zone).startsAt
      const until = new Date(from.getTime() + Math.floor(random() * 400 * 86_400_000) + 1)
      const changes = Array.from(
        { length: run % 5 },
        () => new Date(from.getTime() + Math.floor(random() * (until.getTime() - from.getTime()))),
      )
      const parts = partsOf(from, until, changes, zone)
      let at = from.getTime()
      for (const { startsAt, endsAt, period } of parts) {
        expect(startsAt.getTime()).toBe(at)
        expect(endsAt > startsAt && startsAt >= period.startsAt && endsAt <= period.endsAt).toBe(true)
        at = endsAt.getTime()
      }
      expect(at).toBeGreaterThanOrEqual(until.getTime())
      const starts = new Set(parts.map(({ startsAt }) => startsAt.getTime()))
      for (const change of changes) expect(starts.has(change.getTime())).toBe(true)
    }
  })
})

describe('the forecast', () => {
  const period = periodOf(new Date('2026-11-20T00:00:00Z'), 'UTC')
  const now = new Date('2026-11-21T00:00:00Z')
  it('continues the pace of the last days', () => {
    const spending = { spent: 200n, recent: 70n, recentMs: 7 * 86_400_000 }
    const { perDay, total, lastsUntil } = forecast(now, period, spending, 100n)
    expect([perDay, total]).toEqual([10n, 300n])
    expect(lastsUntil?.toISOString()).toBe('2026-12-01T00:00:00.000Z')
  })
  it('knows no end of a balance that does not fall', () => {
    const spending = { spent: 200n, recent: 0n, recentMs: 7 * 86_400_000 }
    expect(forecast(now, period, spending, 100n)).toEqual({ perDay: 0n, total: 200n, lastsUntil: null })
    expect(forecast(now, period, { ...spending, recent: 70n }, -1n).lastsUntil).toBeNull()
  })
})

describe('taxes', () => {
  it('are rounded once, half to even', () => {
    expect([250n, 750n, 1250n].map((minor) => taxOf(minor, 10_000n))).toEqual([2n, 8n, 12n])
    expect(taxOf(-250n, 10_000n)).toBe(-2n)
  })
})

describe('currencies', () => {
  it('have their own minor units', () => {
    expect(['USD', 'INR', 'HUF', 'JPY', 'KWD', 'CLF'].map(minorUnits)).toEqual([
      10_000n,
      10_000n,
      10_000n,
      1_000_000n,
      1000n,
      100n,
    ])
  })

  it.each([
    ['USD', 10_000n, 10_000n],
    ['JPY', 1_000_000n, 1_000_000n],
    // Two decimals that are zero.
    ['ISK', 10_000n, 1_000_000n],
    ['UGX', 10_000n, 1_000_000n],
    // Three decimals, of which the last is zero.
    ['KWD', 1000n, 10_000n],
    // Fifths, which Stripe does not take.
    ['MGA', 1_000_000n, 1_000_000n],
  ])('have units and steps at Stripe: %s', (currency, unit, step) => {
    expect([stripeUnits(currency), stripeStep(currency)]).toEqual([unit, step])
    expect(step % unit).toBe(0n)
  })
})

describe('recharging', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const order: RechargeOrder = { threshold: 100n, amount: 200n, monthlyCap: 1000n, isArmed: true }
  const state: RechargeState = {
    balance: 50n,
    added: 0n,
    isOpen: false,
    lastAttemptAt: null,
    declined: 0,
    step: 10n,
  }
  const waits = { kind: 'wait', until: null }

  it('closes the whole gap with one payment, rounded up', () => {
    expect(nextRecharge(order, state, now)).toEqual({ kind: 'pay', amount: 200n })
    expect(nextRecharge(order, { ...state, balance: -400n }, now)).toEqual({ kind: 'pay', amount: 500n })
    expect(nextRecharge(order, { ...state, balance: -401n }, now)).toEqual({ kind: 'pay', amount: 510n })
  })

  it('waits above the threshold, while one is open, unarmed, and at the cap of the month', () => {
    expect(nextRecharge(order, { ...state, balance: 100n }, now)).toEqual(waits)
    expect(nextRecharge(order, { ...state, isOpen: true }, now)).toEqual(waits)
    expect(nextRecharge({ ...order, isArmed: false }, state, now)).toEqual(waits)
    expect(nextRecharge(order, { ...state, added: 900n }, now)).toEqual(waits)
  })

  it('tries again after an hour, a day and three days, then turns off', () => {
    const after = (declined: number, hours: number) =>
      nextRecharge({ ...order, isArmed: false }, { ...state, declined, lastAttemptAt: hoursAgo(hours) }, now)
    expect(nextRecharge(order, { ...state, lastAttemptAt: hoursAgo(0.5) }, now).kind).toBe('wait')
    expect([after(1, 0.9), after(2, 23), after(3, 71)].map(({ kind }) => kind)).toEqual([
      'wait',
      'wait',
      'wait',
    ])
    expect([after(1, 1), after(2, 24), after(3, 72)].map(({ kind }) => kind)).toEqual(['pay', 'pay', 'pay'])
    expect(after(4, 0)).toEqual({ kind: 'turn-off' })
  })
})
