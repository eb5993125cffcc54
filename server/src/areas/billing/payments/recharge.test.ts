import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { type FakeCard, type FakeStripe, openFakeStripe } from '../../../testing/billing/fake-stripe.ts'
import { newPayer, type Payer, payerPerson, paymentsWith } from '../../../testing/billing/stripe-payer.ts'
import { post } from '../ledger/ledger.ts'
import { prove } from '../proof/proof.ts'
import { removePaymentDetails } from './payment-details.ts'
import type { Payments } from './payment-rows.ts'
import { pollPayments } from './poll.ts'
import { getAutoRecharge, setAutoRecharge } from './recharge-settings.ts'
import { rechargeAll } from './recharge-sweep.ts'

const HOUR_S = 3600
const DAY_S = 86_400
let books: Books
let fake: FakeStripe
let payments: Payments
beforeAll(async () => {
  books = await openBooks('2026-11-02T10:00:00Z')
  fake = await openFakeStripe(books.clock)
  payments = paymentsWith(books, fake, { timeoutMs: 300, retries: 2 })
})
afterAll(async () => {
  await fake.end()
  await books.end()
})
afterEach(async () => {
  // Orders of other tests stay quiet.
  await books.sql('UPDATE billing_recharges SET is_on = false')
  expect(await prove(books)).toEqual([])
})

const order = {
  isOn: true,
  threshold: 15_000_000,
  amount: 50_000_000,
  monthlyCap: 200_000_000,
  hasConsent: true,
}
const scopeOf = ({ organizationId }: Payer) => ({ organizationId, organizationName: 'Deccan Television' })
const setOrder = (payer: Payer, change: Partial<typeof order> = {}) =>
  setAutoRecharge(payments, payerPerson, scopeOf(payer), { ...order, ...change })
const orderOf = ({ organizationId }: Payer) => getAutoRecharge(payments, organizationId)

/** An organization with the credit of $20 and an order. */
async function recharging(card: FakeCard = 'good', change: Partial<typeof order> = {}): Promise<Payer> {
  const payer = await newPayer(books, payments, fake, card)
  await setOrder(payer, change)
  return payer
}

let used = 0
async function spend({ organizationId }: Payer, dollars: number): Promise<void> {
  used += 1
  const micros = BigInt(Math.round(dollars * 1e6))
  const lines = { wallet: -micros, credit: micros }
  const posting = {
    organizationId,
    kind: 'credit' as const,
    currency: 'USD',
    note: 'A test',
    at: books.clock.now(),
  }
  await books.db.transaction((tx) => post(tx, { key: `used ${used}`, lines, ...posting }))
}

async function sweepAfter(seconds: number): Promise<void> {
  books.clock.set(addSeconds(books.clock.now(), seconds).toISOString())
  await pollPayments(payments)
  await rechargeAll(payments)
}

describe('auto-recharge', () => {
  it('is off at first, and needs a card, consent and amounts that fit', async () => {
    const payer = await newPayer(books, payments, fake)
    expect(await orderOf(payer)).toMatchObject({ isOn: false, consentAt: null })
    await expect(setOrder(payer, { hasConsent: false })).rejects.toMatchObject({ id: 'request-invalid' })
    await expect(setOrder(payer, { threshold: 50_000_000 })).rejects.toMatchObject({
      id: 'recharge-too-small',
    })
    await expect(setOrder(payer, { monthlyCap: 40_000_000 })).rejects.toMatchObject({
      id: 'recharge-too-small',
    })
    expect(await setOrder(payer)).toMatchObject({ isOn: true, consentAt: books.clock.now().toISOString() })
    await removePaymentDetails(payments, payerPerson, scopeOf(payer))
    expect(await orderOf(payer)).toMatchObject({ isOn: false, stoppedBecause: 'method-removed' })
    await expect(setOrder(payer)).rejects.toThrow(/payment details/)
  })

  it('adds money once when the balance falls below the threshold', async () => {
    const payer = await recharging()
    await sweepAfter(60)
    expect(await payer.balance()).toBe(20_000_000)
    await spend(payer, 6)
    await sweepAfter(60)
    expect(await payer.balance()).toBe(64_000_000)
    await sweepAfter(60)
    expect(await payer.balance()).toBe(64_000_000)
    expect(await orderOf(payer)).toMatchObject({ addedInPeriod: 50_000_000, declined: 0 })
    const events = await books.sql(
      "SELECT outbox.type FROM outbox JOIN environments ON environments.id = environment_id WHERE organization_id = $1 AND outbox.type LIKE 'billing.wallet%'",
      [payer.organizationId],
    )
    expect(events).toEqual([{ type: 'billing.wallet.below_threshold' }])
  })

  it('closes the whole gap with one payment, rounded up to a cent, at most one an hour', async () => {
    const payer = await recharging()
    await spend(payer, 90.000_001)
    await sweepAfter(60)
    // From -70.000001 to the threshold of 15.
    expect(await payer.balance()).toBe(15_000_000 + 9_999)
    await spend(payer, 10)
    await sweepAfter(1800)
    expect(await payer.balance()).toBe(5_009_999)
    await sweepAfter(1800)
    expect(await payer.balance()).toBe(55_009_999)
  })

  it('does not start for a balance that is already low when it is turned on', async () => {
    const payer = await newPayer(books, payments, fake)
    await spend(payer, 10)
    await setOrder(payer)
    await sweepAfter(60)
    expect(await payer.balance()).toBe(10_000_000)
    await payer.pay()
    await sweepAfter(60)
    await spend(payer, 50)
    await sweepAfter(60)
    expect(await payer.balance()).toBe(60_000_000)
  })

  it('stops at the cap of the period', async () => {
    const payer = await recharging('good', { monthlyCap: 60_000_000 })
    await spend(payer, 10)
    await sweepAfter(60)
    await spend(payer, 50)
    await sweepAfter(2 * HOUR_S)
    expect(await payer.balance()).toBe(10_000_000)
    // The next month.
    await sweepAfter(30 * DAY_S)
    expect(await payer.balance()).toBe(60_000_000)
  })

  it('tries a declined card again after an hour, a day and three days, then turns off', async () => {
    const payer = await recharging('declined')
    await spend(payer, 10)
    const attempts = async () =>
      (
        await books.sql('SELECT state FROM billing_payments WHERE organization_id = $1', [
          payer.organizationId,
        ])
      ).length
    await sweepAfter(60)
    expect(await attempts()).toBe(1)
    for (const [waitS, count] of [
      [HOUR_S - 60, 1],
      [60, 2],
      [DAY_S - 60, 2],
      [60, 3],
      [3 * DAY_S - 60, 3],
      [60, 4],
    ] as const) {
      await sweepAfter(waitS)
      expect(await attempts(), `after ${waitS} s`).toBe(count)
    }
    await sweepAfter(60)
    expect(await orderOf(payer)).toMatchObject({ isOn: false, stoppedBecause: 'declined' })
    await sweepAfter(7 * DAY_S)
    expect(await attempts()).toBe(4)
    expect(await payer.balance()).toBe(10_000_000)
    const [notice] = await books.sql('SELECT notice FROM billing_recharges WHERE organization_id = $1', [
      payer.organizationId,
    ])
    expect(notice).toEqual({ notice: 'stopped' })
  })

  it('asks the payer if their bank does, and waits with other attempts', async () => {
    const payer = await recharging('asks bank')
    await spend(payer, 10)
    await sweepAfter(60)
    const rows = () =>
      books.sql('SELECT state, reason FROM billing_payments WHERE organization_id = $1', [
        payer.organizationId,
      ])
    expect(await rows()).toEqual([{ state: 'needs_action', reason: 'authentication_required' }])
    await sweepAfter(DAY_S)
    expect(await rows()).toHaveLength(1)
    const [intent] = [...fake.intents.values()].filter(
      ({ metadata }) => metadata.organization === payer.organizationId,
    )
    fake.answerBank(intent?.id ?? '', true)
    await sweepAfter(301)
    expect(await payer.balance()).toBe(60_000_000)
    expect(await rows()).toEqual([{ state: 'succeeded', reason: null }])
  })

  it('waits while the books of the organization do not add up', async () => {
    const payer = await recharging()
    await spend(payer, 10)
    const { organizationId } = payer
    await books.sql('INSERT INTO billing_faulty (organization_id, since) VALUES ($1, now())', [
      organizationId,
    ])
    await sweepAfter(60)
    expect(await payer.balance()).toBe(10_000_000)
    await books.sql('DELETE FROM billing_faulty')
    await sweepAfter(60)
    expect(await payer.balance()).toBe(60_000_000)
  })

  it('makes one attempt if two processes sweep at once', async () => {
    const payer = await recharging()
    await spend(payer, 10)
    books.clock.set(addSeconds(books.clock.now(), 60).toISOString())
    await Promise.all([rechargeAll(payments), rechargeAll(payments), rechargeAll(payments)])
    expect(await payer.balance()).toBe(60_000_000)
  })
})
