import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { type FakeStripe, openFakeStripe } from '../../../testing/billing/fake-stripe.ts'
import { setRates, setSeller } from '../../../testing/billing/seller.ts'
import {
  handleEvent,
  newPayer,
  type Payer,
  payerPerson,
  paymentsWith,
} from '../../../testing/billing/stripe-payer.ts'
import { patient } from '../../../testing/machine/patience.ts'
import type { Payments } from '../payments/payment-rows.ts'
import { pollPayments } from '../payments/poll.ts'
import { listWaitingPayments } from '../payments/transfers.ts'
import { prove } from '../proof/proof.ts'
import { acceptPayment, finishReturns, returnPayment } from './held-payments.ts'

const CREDIT = 20_000_000
let books: Books
let fake: FakeStripe
let payments: Payments
beforeAll(async () => {
  books = await openBooks('2026-11-20T10:00:00Z')
  fake = await openFakeStripe(books.clock)
  payments = paymentsWith(books, fake, { timeoutMs: patient(600), retries: 0 })
  await setSeller(books)
  await setRates(books, [180_000])
})
afterAll(async () => {
  await fake.end()
  await books.end()
})
afterEach(async () => {
  expect(await prove(books)).toEqual([])
  expect(fake.faults).toEqual([])
})

interface Held {
  readonly payer: Payer
  readonly id: string
  readonly intentId: string
}

/** A payment of 50 with its taxes, 59, of which the processor reports something else. */
async function heldPayment(change: Parameters<FakeStripe['alter']>[1]): Promise<Held> {
  const payer = await newPayer(books, payments, fake)
  fake.faults.push('hang')
  const { id } = await payer.pay(50_000_000)
  const intent = [...fake.intents.values()].find(({ metadata }) => metadata.payment === id)
  const intentId = intent?.id ?? ''
  fake.alter(intentId, change)
  await look()
  return { payer, id, intentId }
}
async function look(): Promise<void> {
  books.clock.set(addSeconds(books.clock.now(), 301).toISOString())
  await pollPayments(payments)
  await finishReturns(payments)
}
const accept = ({ id }: Held, amount = 70_800_000, currency = 'USD') =>
  acceptPayment(payments, payerPerson, id, { amount, currency })
const giveBack = ({ id }: Held) => returnPayment(payments, payerPerson, id)
const waiting = async ({ id }: Held) =>
  (await listWaitingPayments(payments, { pageNum: 1, pageSize: 100 })).items.find((each) => each.id === id)
const actionsOf = async ({ id }: Held) =>
  (
    await books.sql(
      "SELECT action FROM audit_trail WHERE action LIKE 'billing.payment.%' AND object_id = $1",
      [id],
    )
  )
    .map(({ action }) => String(action).replace('billing.payment.', ''))
    .toSorted()
const refundsOf = ({ intentId }: Held) => fake.intents.get(intentId)?.refunded
const documentsOf = ({ payer }: Held) =>
  books.sql('SELECT kind, net::int, tax::int FROM billing_documents WHERE organization_id = $1', [
    payer.organizationId,
  ])

describe('a payment that is held', () => {
  it('is in the list with the reason and what the processor reports', async () => {
    const held = await heldPayment({ amount: 7080 })
    expect(await waiting(held)).toMatchObject({
      heldBecause: 'amount',
      total: 59_000_000,
      reported: { amount: 70_800_000, currency: 'USD', hasArrived: true },
      isReturning: false,
    })
    expect(await held.payer.balance()).toBe(CREDIT)
  })

  it('is accepted with what has arrived, less its taxes, once', async () => {
    const held = await heldPayment({ amount: 7080 })
    const answers = await Promise.all([accept(held), accept(held), accept(held)])
    for (const answer of answers)
      expect(answer).toMatchObject({ state: 'succeeded', amount: 60_000_000, total: 70_800_000 })
    expect(await accept(held)).toMatchObject({ amount: 60_000_000 })
    expect(await held.payer.balance()).toBe(CREDIT + 60_000_000)
    expect(await documentsOf(held)).toEqual([{ kind: 'invoice', net: 60_000_000, tax: 10_800_000 }])
    expect(await actionsOf(held)).toEqual(['accepted', 'requested', 'succeeded'])
    expect(await waiting(held)).toBeUndefined()
    // Later events and refunds belong to what has arrived.
    fake.takeEvents()
    fake.refund(held.intentId, 7080)
    for (const event of fake.takeEvents()) await handleEvent(payments, event)
    expect(await held.payer.balance()).toBe(CREDIT)
    await expect(giveBack(held)).rejects.toMatchObject({ id: 'payment-closed' })
  })

  it('is accepted with the customer who paid', async () => {
    const held = await heldPayment({ customer: 'cus_other' })
    expect(await waiting(held)).toMatchObject({ heldBecause: 'customer' })
    expect(await accept(held, 59_000_000)).toMatchObject({ amount: 50_000_000, total: 59_000_000 })
    await look()
    expect(await held.payer.balance()).toBe(CREDIT + 50_000_000)
  })

  it('is not accepted in another currency, with another amount than was seen, or before it has arrived', async () => {
    const held = await heldPayment({ currency: 'eur' })
    await expect(accept(held, 59_000_000, 'EUR')).rejects.toMatchObject({ id: 'payment-currency-differs' })
    await expect(accept(held, 59_000_000)).rejects.toMatchObject({ id: 'payment-changed' })
    fake.alter(held.intentId, { currency: 'usd', amount: 100 })
    await expect(accept(held, 59_000_000, 'EUR')).rejects.toMatchObject({ id: 'payment-changed' })
    expect(await held.payer.balance()).toBe(CREDIT)
    const slow = await newPayer(books, payments, fake, 'slow')
    const { id } = await slow.pay(50_000_000)
    const intentId = [...fake.intents.values()].find(({ metadata }) => metadata.payment === id)?.id ?? ''
    fake.alter(intentId, { amount: 1180 })
    await look()
    await expect(accept({ payer: slow, id, intentId }, 11_800_000)).rejects.toMatchObject({
      id: 'payment-not-arrived',
    })
    expect(await slow.balance()).toBe(CREDIT)
  })

  it('is booked if the processor corrects its report, and needs nobody then', async () => {
    const held = await heldPayment({ amount: 7080 })
    fake.alter(held.intentId, { amount: 5900 })
    await expect(accept(held)).rejects.toMatchObject({ id: 'payment-closed' })
    expect(await held.payer.balance()).toBe(CREDIT + 50_000_000)
    expect(await waiting(held)).toBeUndefined()
  })

  it('is returned, once, and never booked by what comes later', async () => {
    const held = await heldPayment({ amount: 7080 })
    fake.takeEvents()
    const answers = await Promise.all([giveBack(held), giveBack(held)])
    expect(answers.map(({ state }) => state)).toContain('failed')
    expect(await giveBack(held)).toMatchObject({ state: 'failed', reason: 'returned' })
    expect(refundsOf(held)).toBe(7080)
    for (const event of fake.takeEvents()) await handleEvent(payments, event)
    fake.alter(held.intentId, { amount: 5900 })
    await look()
    expect(await held.payer.balance()).toBe(CREDIT)
    expect(await documentsOf(held)).toEqual([])
    expect(await actionsOf(held)).toEqual(['failed', 'requested', 'return_requested', 'returned'])
    await expect(accept(held)).rejects.toMatchObject({ id: 'payment-closed' })
  })

  it('is returned by the regular question if the answer of the processor was lost', async () => {
    const held = await heldPayment({ amount: 7080 })
    fake.faults.push('hang')
    await expect(giveBack(held)).rejects.toMatchObject({ id: 'payment-processor-unavailable' })
    expect(await waiting(held)).toMatchObject({ isReturning: true })
    await expect(accept(held)).rejects.toMatchObject({ id: 'payment-closed' })
    await look()
    expect(await waiting(held)).toBeUndefined()
    expect(refundsOf(held)).toBe(7080)
  })

  it('waits for an administrator again if the processor refuses to return it', async () => {
    const held = await heldPayment({ amount: 7080 })
    fake.dispute(held.intentId, 100)
    await expect(giveBack(held)).rejects.toMatchObject({ id: 'refund-refused' })
    expect(await waiting(held)).toMatchObject({ isReturning: false, heldBecause: 'amount' })
    fake.endDispute(held.intentId, 'won')
    await look()
    expect(await giveBack(held)).toMatchObject({ state: 'failed', reason: 'returned' })
    expect(refundsOf(held)).toBe(7080)
  })

  it('is held again if the bank of the payer does not take the money back', async () => {
    const held = await heldPayment({ amount: 7080 })
    const failRefund = async () => {
      await giveBack(held)
      expect(await waiting(held)).toBeUndefined()
      fake.takeEvents()
      fake.failRefunds(held.intentId)
    }
    await failRefund()
    const events = fake.takeEvents()
    for (const event of events) await handleEvent(payments, event)
    // As if it were an older answer.
    expect(await waiting(held)).toBeUndefined()
    books.clock.set(addSeconds(books.clock.now(), 60).toISOString())
    for (const event of events) await handleEvent(payments, event)
    expect(await waiting(held)).toMatchObject({ isReturning: false, heldBecause: 'amount' })
    // The event may be lost.
    await look()
    await failRefund()
    books.clock.set(addSeconds(books.clock.now(), 86_400).toISOString())
    await look()
    expect(await waiting(held)).toMatchObject({ isReturning: false, heldBecause: 'amount' })
    expect(await held.payer.balance()).toBe(CREDIT)
    expect(await accept(held)).toMatchObject({ state: 'succeeded', amount: 60_000_000 })
    expect(await held.payer.balance()).toBe(CREDIT + 60_000_000)
    expect(await actionsOf(held)).toContain('return_failed')
  })

  it('is accepted or returned, never both, whatever comes first', async () => {
    for (let run = 0; run < 4; run++) {
      const held = await heldPayment({ amount: 7080 })
      fake.takeEvents()
      fake.alter(held.intentId, {})
      const events = fake.takeEvents()
      await Promise.allSettled([
        accept(held),
        giveBack(held),
        ...events.map((event) => handleEvent(payments, event)),
        accept(held),
      ])
      await look()
      const isReturned = refundsOf(held) === 7080
      expect(await held.payer.balance()).toBe(CREDIT + (isReturned ? 0 : 60_000_000))
      expect(await documentsOf(held)).toHaveLength(isReturned ? 0 : 1)
      expect(await waiting(held)).toBeUndefined()
    }
  })
})
