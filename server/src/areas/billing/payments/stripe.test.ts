import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { type FakeStripe, openFakeStripe } from '../../../testing/billing/fake-stripe.ts'
import { handleEvent, newPayer, type Payer, paymentsWith } from '../../../testing/billing/stripe-payer.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { prove } from '../proof/proof.ts'
import { applyCharge } from './apply-charge.ts'
import type { Payments } from './payment-rows.ts'
import { pollPayments } from './poll.ts'
import { listWaitingPayments } from './transfers.ts'

const CREDIT = 20_000_000
const PAID = 50_000_000
let books: Books
let fake: FakeStripe
/** With the SDK's own repetitions, and without. */
let payments: Payments
let hasty: Payments
beforeAll(async () => {
  books = await openBooks('2026-11-20T10:00:00Z')
  fake = await openFakeStripe(books.clock)
  payments = paymentsWith(books, fake, { timeoutMs: patient(600), retries: 2 })
  hasty = paymentsWith(books, fake, { timeoutMs: patient(600), retries: 0 })
})
afterAll(async () => {
  await fake.end()
  await books.end()
})
afterEach(async () => {
  expect(await prove(books)).toEqual([])
  expect(fake.faults).toEqual([])
})

function later(seconds: number): void {
  books.clock.set(addSeconds(books.clock.now(), seconds).toISOString())
}
const poll = async (all: Payments = payments) => {
  later(301)
  await pollPayments(all)
}
const stateOf = async ({ organizationId }: Payer) =>
  (
    await books.sql(
      'SELECT state, reason, held_because FROM billing_payments WHERE organization_id = $1 ORDER BY created_at, id',
      [organizationId],
    )
  ).at(-1)
/** The wallet has what the processor moved, and the credit. */
const expectRight = async (payer: Payer) =>
  expect(await payer.balance()).toBe(CREDIT + fake.moved(payer.organizationId) * 10_000)

describe('a payment with Stripe', () => {
  it('is created, then confirmed, each with its own key, and booked once', async () => {
    const payer = await newPayer(books, payments, fake)
    const from = fake.keys.length
    const paid = await payer.pay()
    expect(paid).toMatchObject({ state: 'succeeded', card: { brand: 'visa', last4: '4242' } })
    expect(fake.keys.slice(from)).toEqual([`create:${paid.id}:1`, `confirm:${paid.id}:1`])
    expect(await payer.balance()).toBe(CREDIT + PAID)
    await expectRight(payer)
  })

  it.each(['hang', 'reset', 'lost'] as const)('charges once if the answer is: %s', async (fault) => {
    const payer = await newPayer(books, payments, fake)
    fake.faults.push(fault)
    expect(await payer.pay()).toMatchObject({ state: 'succeeded' })
    expect(fake.moved(payer.organizationId)).toBe(5000)
    await expectRight(payer)
  })

  it('is booked by the regular question if no answer ever comes', async () => {
    const payer = await newPayer(books, hasty, fake)
    fake.faults.push('hang')
    expect(await payer.pay()).toMatchObject({ state: 'processing' })
    expect(fake.moved(payer.organizationId)).toBe(5000)
    expect(await payer.balance()).toBe(CREDIT)
    await poll()
    await expectRight(payer)
    expect(await stateOf(payer)).toMatchObject({ state: 'succeeded' })
  })

  it('that was never confirmed is canceled, and charges nothing', async () => {
    const payer = await newPayer(books, hasty, fake)
    // A closed connection is tried again by the SDK.
    fake.faults.push('lost', 'lost')
    expect(await payer.pay()).toMatchObject({ state: 'processing' })
    await poll()
    expect(await stateOf(payer)).toMatchObject({ state: 'processing' })
    later(600)
    await poll()
    expect(await stateOf(payer)).toEqual({ state: 'failed', reason: 'interrupted', held_because: null })
    expect(fake.moved(payer.organizationId)).toBe(0)
    await expectRight(payer)
  })

  it.each(['before the answer', 'twice', 'out of order', 'never'])(
    'is right if events come %s',
    async (how) => {
      const payer = await newPayer(books, payments, fake)
      fake.takeEvents()
      if (how === 'before the answer')
        fake.onConfirmed = async () => {
          fake.onConfirmed = () => undefined
          for (const event of fake.takeEvents()) await handleEvent(payments, event)
        }
      const { id } = await payer.pay()
      const events = fake.takeEvents()
      const sent = { twice: [...events, ...events], 'out of order': events.toReversed() }[how] ?? []
      for (const event of sent) await handleEvent(payments, event)
      await expectRight(payer)
      const journals = await books.sql('SELECT key FROM billing_journals WHERE key LIKE $1', [
        `payment:${id}%`,
      ])
      expect(journals).toEqual([{ key: `payment:${id}` }])
    },
  )

  it('may be pending for three days', async () => {
    const payer = await newPayer(books, payments, fake, 'slow')
    const paid = await payer.pay()
    expect(paid).toMatchObject({ state: 'processing' })
    for (let day = 0; day < 3; day++) {
      later(86_400)
      await poll()
      expect(await payer.balance()).toBe(CREDIT)
    }
    const [intent] = [...fake.intents.values()].filter(({ metadata }) => metadata.payment === paid.id)
    fake.settle(intent?.id ?? '', true)
    await poll()
    await expectRight(payer)
  })

  it.each([
    ['declined', 'declined'],
    ['no funds', 'insufficient_funds'],
  ] as const)('fails with a card that is %s', async (card, reason) => {
    const payer = await newPayer(books, payments, fake, card)
    expect(await payer.pay()).toMatchObject({ state: 'failed', reason })
    await expectRight(payer)
  })

  it('waits for the payer if the bank asks, at most three days', async () => {
    const payer = await newPayer(books, payments, fake, 'asks bank')
    const intentOf = (id: string) =>
      [...fake.intents.values()].find(({ metadata }) => metadata.payment === id)?.id ?? ''
    const first = await payer.pay()
    expect(first).toMatchObject({ state: 'needs_action' })
    fake.answerBank(intentOf(first.id), true)
    await poll()
    await expectRight(payer)
    const refused = await payer.pay()
    fake.answerBank(intentOf(refused.id), false)
    await poll()
    expect(await stateOf(payer)).toMatchObject({ state: 'failed', reason: 'authentication_failed' })
    await payer.pay()
    later(3 * 86_400)
    await poll()
    expect(await stateOf(payer)).toMatchObject({ state: 'failed', reason: 'expired' })
    expect(fake.moved(payer.organizationId)).toBe(5000)
    await expectRight(payer)
  })

  it('is held if the processor reports another amount, currency or customer', async () => {
    const payer = await newPayer(books, hasty, fake)
    fake.faults.push('hang')
    const { id } = await payer.pay()
    const chargeId = [...fake.intents.values()].find(({ metadata }) => metadata.payment === id)?.id ?? ''
    const charge = await payments.driver.findCharge(chargeId)
    if (charge === null) throw new Error('there is no charge')
    const others = [
      [{ amount: 1n }, 'amount'],
      [{ currency: 'EUR' }, 'currency'],
      [{ customerId: 'cus_other' }, 'customer'],
    ] as const
    for (const [other, heldBecause] of others) {
      await applyCharge(payments, { ...charge, ...other }, books.clock.now())
      expect(await stateOf(payer)).toMatchObject({ state: 'processing', held_because: heldBecause })
      expect(await payer.balance()).toBe(CREDIT)
    }
    await applyCharge(payments, charge, books.clock.now())
    expect(await stateOf(payer)).toMatchObject({ state: 'succeeded', held_because: null })
    await expectRight(payer)
  })
})

describe('a payment that is booked', () => {
  it('stays booked if the processor reports something else later, and administrators see that', async () => {
    const payer = await newPayer(books, payments, fake)
    const { id } = await payer.pay()
    const chargeId = [...fake.intents.values()].find(({ metadata }) => metadata.payment === id)?.id ?? ''
    const charge = await payments.driver.findCharge(chargeId)
    if (charge === null) throw new Error('there is no charge')
    const listed = async () =>
      (await listWaitingPayments(payments, { pageNum: 1, pageSize: 50 })).items.find((each) => each.id === id)
    for (const [other, differsBecause] of [
      [{ amount: 1n }, 'amount'],
      [{ currency: 'EUR', refunded: 500n }, 'currency'],
      [{ customerId: 'cus_other' }, 'customer'],
    ] as const) {
      await applyCharge(payments, { ...charge, ...other }, books.clock.now())
      expect(await stateOf(payer)).toMatchObject({ state: 'succeeded', held_because: null })
      expect(await listed()).toMatchObject({ heldBecause: null, differsBecause, state: 'succeeded' })
      expect(await payer.balance()).toBe(CREDIT + PAID)
    }
    // What is paid back is taken all the same.
    fake.refund(chargeId, 1000)
    const refunded = await payments.driver.findCharge(chargeId)
    if (refunded === null) throw new Error('there is no charge')
    await applyCharge(payments, { ...refunded, customerId: 'cus_other' }, books.clock.now())
    expect(await payer.balance()).toBe(CREDIT + PAID - 10_000_000)
    await applyCharge(payments, refunded, books.clock.now())
    expect(await listed()).toBeUndefined()
    await expectRight(payer)
  })
})

describe('refunds and disputes', () => {
  const paidBy = async (payer: Payer) => {
    const { id } = await payer.pay()
    return [...fake.intents.values()].find(({ metadata }) => metadata.payment === id)?.id ?? ''
  }

  it('take the difference to what was taken before, in any order of events', async () => {
    const payer = await newPayer(books, payments, fake)
    const intentId = await paidBy(payer)
    fake.takeEvents()
    fake.refund(intentId, 1000)
    fake.refund(intentId, 500)
    const events = fake.takeEvents().toReversed()
    for (const event of [...events, ...events]) await handleEvent(payments, event)
    expect(await payer.balance()).toBe(CREDIT + PAID - 15_000_000)
    expect(await stateOf(payer)).toMatchObject({ state: 'refunded' })
    fake.refund(intentId, 3500)
    later(86_401)
    await poll()
    await expectRight(payer)
    expect(await payer.balance()).toBe(CREDIT)
  })

  it('are not undone by an answer that is older than the last one', async () => {
    const payer = await newPayer(books, payments, fake)
    const intentId = await paidBy(payer)
    const look = async () => ({
      askedAt: books.clock.now(),
      charge: (await payments.driver.findCharge(intentId)) ?? expect.fail(),
    })
    fake.refund(intentId, 500)
    const older = await look()
    later(1)
    fake.refund(intentId, 1000)
    const newer = await look()
    for (const { charge, askedAt } of [newer, older]) await applyCharge(payments, charge, askedAt)
    expect(await payer.balance()).toBe(CREDIT + PAID - 15_000_000)
    await expectRight(payer)
  })

  it('may leave less than nothing, and give back what was won', async () => {
    const payer = await newPayer(books, payments, fake)
    const intentId = await paidBy(payer)
    const { organizationId } = payer
    const environments = await books.sql('SELECT id FROM environments WHERE organization_id = $1', [
      organizationId,
    ])
    expect(environments).toHaveLength(1)
    fake.takeEvents()
    fake.dispute(intentId, 5000)
    for (const event of fake.takeEvents()) await handleEvent(payments, event)
    expect(await payer.balance()).toBe(CREDIT)
    expect(await stateOf(payer)).toMatchObject({ state: 'disputed' })
    fake.endDispute(intentId, 'won')
    for (const event of fake.takeEvents()) await handleEvent(payments, event)
    expect(await payer.balance()).toBe(CREDIT + PAID)
    expect(await stateOf(payer)).toMatchObject({ state: 'succeeded' })
    // A question before a dispute takes nothing.
    fake.dispute(intentId, 5000, 'warning_needs_response')
    for (const event of fake.takeEvents()) await handleEvent(payments, event)
    expect(await payer.balance()).toBe(CREDIT + PAID)
  })
})

describe('the proof', () => {
  it('finds a payment that is not what was posted for it', async () => {
    const payer = await newPayer(books, payments, fake)
    const { id, reference } = await payer.pay()
    const change = (micros: number) =>
      books.sql('UPDATE billing_payments SET amount = amount + $2 WHERE id = $1', [id, micros])
    await change(10_000)
    expect(await prove(books)).toMatchObject([
      { what: `the payment ${reference} is not what was posted for it` },
    ])
    await change(-10_000)
  })
})

describe('what reaches the processor', () => {
  it('has no card data, and events with another signature are refused', async () => {
    const payer = await newPayer(books, payments, fake)
    await payer.pay()
    const [event] = fake.takeEvents()
    if (event === undefined) throw new Error('there is no event')
    expect(fake.requests.join('\n')).not.toMatch(/number|cvc|exp_month|42424242/)
    const read = (body: string, signature: string) => payments.driver.readEvent(Buffer.from(body), signature)
    const { body, signature } = event
    await expect(read(body.replace('evt', 'evx'), signature)).rejects.toThrow()
    await expect(read(body, signature.replace(/v1=../, 'v1=00'))).rejects.toThrow()
    later(86_400)
    await expect(read(body, signature)).rejects.toThrow()
  })
})
