import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { type FakeStripe, openFakeStripe } from '../../../testing/billing/fake-stripe.ts'
import { setRates, setSeller } from '../../../testing/billing/seller.ts'
import { newPayer, type Payer, payerPerson, paymentsWith } from '../../../testing/billing/stripe-payer.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { finalizeDrafts } from '../invoices/issue-invoice.ts'
import { addBalance, quotePayment } from '../payments/add-balance.ts'
import type { Payments } from '../payments/payment-rows.ts'
import { pollPayments } from '../payments/poll.ts'
import { prove } from '../proof/proof.ts'
import { creditRefunds } from './credit-refunds.ts'

const CREDIT = 20_000_000
let books: Books
let fake: FakeStripe
let payments: Payments
beforeAll(async () => {
  books = await openBooks('2026-11-20T10:00:00Z')
  fake = await openFakeStripe(books.clock)
  payments = paymentsWith(books, fake, { timeoutMs: patient(600), retries: 2 })
})
afterAll(async () => {
  await fake.end()
  await books.end()
})
afterEach(async () => {
  expect(await prove(books)).toEqual([])
})

const intentOf = (id: string) =>
  [...fake.intents.values()].find(({ metadata }) => metadata.payment === id) ?? expect.fail()
const look = async () => {
  books.clock.set(addSeconds(books.clock.now(), 86_401).toISOString())
  await pollPayments(payments)
}
const documentsOf = ({ organizationId }: Payer) =>
  books.sql(
    `SELECT kind, status, name, net::float8, tax::float8, (net + tax)::float8 AS total, content FROM billing_documents
     WHERE organization_id = $1 ORDER BY created_at, kind DESC, number`,
    [organizationId],
  )
const sumsOf = async (payer: Payer) =>
  (await documentsOf(payer)).map(({ kind, status, total }) => [kind, status, total])
const accountsOf = async ({ organizationId }: Payer) =>
  Object.fromEntries(
    (
      await books.sql('SELECT kind, balance::float8 FROM billing_accounts WHERE organization_id = $1', [
        organizationId,
      ])
    ).map(({ kind, balance }) => [kind, balance]),
  )
const quote = ({ organizationId }: Payer, amount: number) =>
  quotePayment(payments, { organizationId }, amount)

// First, because there is one seller for all tests of this file.
describe('a payment before the seller is known', () => {
  it('asks for no taxes, and its invoice and the credit notes of its refunds follow when the seller is', async () => {
    await setRates(books, [180_000])
    const payer = await newPayer(books, payments, fake)
    expect(await quote(payer, 50_000_000)).toMatchObject({ taxes: [], total: 50_000_000 })
    const { id } = await payer.pay(50_000_000)
    const intent = intentOf(id)
    fake.refund(intent.id, 1000)
    await look()
    // A dispute that is open, and a refund of the rest of the money.
    fake.dispute(intent.id, 2000)
    await look()
    fake.refund(intent.id, 500)
    await look()
    expect(await payer.balance()).toBe(CREDIT + 15_000_000)
    expect(await sumsOf(payer)).toEqual([['invoice', 'draft', 50_000_000]])
    await creditRefunds(payments)
    await finalizeDrafts(books)
    expect(await sumsOf(payer)).toEqual([['invoice', 'draft', 50_000_000]])
    await setSeller(books)
    await finalizeDrafts(books)
    await creditRefunds(payments)
    await creditRefunds(payments)
    expect(await sumsOf(payer)).toEqual([
      ['invoice', 'final', 50_000_000],
      ['credit-note', 'final', -15_000_000],
    ])
    expect((await documentsOf(payer)).map(({ tax }) => tax)).toEqual([0, 0])
  })
})

describe('a payment with taxes', () => {
  it('is the amount of the wallet and its taxes, in the quote, the charge, the ledger and the invoice', async () => {
    const payer = await newPayer(books, payments, fake)
    const quoted = await quote(payer, 100_000_000)
    expect(quoted).toMatchObject({ amount: 100_000_000, total: 118_000_000, taxes: [{ tax: 18_000_000 }] })
    const paid = await payer.pay(100_000_000)
    expect(paid).toMatchObject(quoted)
    expect(intentOf(paid.id).amount).toBe(11_800)
    expect(await payer.balance()).toBe(CREDIT + 100_000_000)
    expect(await accountsOf(payer)).toMatchObject({ tax: 18_000_000, cash: -118_000_000 })
    expect(await documentsOf(payer)).toMatchObject([{ net: 100_000_000, tax: 18_000_000 }])
  })

  it('is refused if the payer has seen another total, and nothing is charged', async () => {
    const { organizationId } = await newPayer(books, payments, fake)
    const pay = (total: number) =>
      addBalance(payments, payerPerson, { organizationId }, { amount: 100_000_000, total })
    await expect(pay(100_000_000)).rejects.toMatchObject({ id: 'total-changed' })
    expect(
      await books.sql('SELECT id FROM billing_payments WHERE organization_id = $1', [organizationId]),
    ).toEqual([])
    expect(await pay(118_000_000)).toMatchObject({ state: 'succeeded' })
  })

  it('keeps the taxes that were asked for, also if rates change before it succeeds', async () => {
    const payer = await newPayer(books, payments, fake, 'slow')
    const { id } = await payer.pay(100_000_000)
    await setRates(books, [280_000], '2026-11-01')
    fake.settle(intentOf(id).id, true)
    await look()
    expect(await documentsOf(payer)).toMatchObject([{ net: 100_000_000, tax: 18_000_000 }])
    expect(await quote(payer, 100_000_000)).toMatchObject({ total: 128_000_000 })
  })

  it('adds up to the cent with random rates and amounts, however it is refunded', async () => {
    const random = seededRandom(9)
    for (let run = 0; run < 12; run++) {
      const day = `2026-11-${String(2 + run).padStart(2, '0')}`
      await setRates(books, [random(300_000), random(300_000), random(300_000)].slice(0, random(4)), day)
      const payer = await newPayer(books, payments, fake)
      const { id, total } = await payer.pay((100 + random(1_000_000)) * 10_000)
      const intent = intentOf(id)
      expect(intent.amount * 10_000).toBe(total)
      while (intent.refunded < intent.amount) {
        const left = intent.amount - intent.refunded
        fake.refund(intent.id, random(3) === 0 ? left : 1 + random(left))
        await look()
        const documents = await documentsOf(payer)
        const accounts = await accountsOf(payer)
        const sum = (of: 'net' | 'tax' | 'total') =>
          documents.reduce((all, document) => all + Number(document[of]), 0)
        expect(sum('total')).toBe((intent.amount - intent.refunded) * 10_000)
        expect(sum('total') + Number(accounts.cash)).toBe(0)
        // Screen, ledger and documents have the same division.
        expect(sum('net')).toBe((await payer.balance()) - CREDIT)
        expect(sum('tax')).toBe(Number(accounts.tax ?? 0))
      }
      expect(await accountsOf(payer)).toMatchObject({ cash: 0, wallet: CREDIT })
    }
  })
})

describe('disputes together with refunds', () => {
  it('have credit notes for what was refunded only', async () => {
    const payer = await newPayer(books, payments, fake)
    const { id } = await payer.pay(50_000_000)
    const intent = intentOf(id)
    const total = intent.amount
    const notes = async () => (await sumsOf(payer)).slice(1).map(([, , sum]) => -Number(sum) / 10_000)
    fake.dispute(intent.id, 2000)
    await look()
    expect(await notes()).toEqual([])
    fake.refund(intent.id, 1000)
    await look()
    expect(await notes()).toEqual([1000])
    fake.endDispute(intent.id, 'won')
    await look()
    expect(await notes()).toEqual([1000])
    expect(await accountsOf(payer)).toMatchObject({ cash: -(total - 1000) * 10_000 })
    // The dispute is opened again and lost, while as much is refunded.
    fake.dispute(intent.id, 500)
    fake.endDispute(intent.id, 'lost')
    fake.refund(intent.id, total - 1500)
    await look()
    expect(await notes()).toEqual([1000, total - 1500])
    expect(await accountsOf(payer)).toMatchObject({ cash: 0, wallet: CREDIT })
  })

  it('refund what a dispute that was won gave back, in one answer', async () => {
    const payer = await newPayer(books, payments, fake)
    const { id } = await payer.pay(50_000_000)
    const intent = intentOf(id)
    fake.dispute(intent.id, 2000)
    await look()
    const balance = await payer.balance()
    fake.endDispute(intent.id, 'won')
    fake.refund(intent.id, 2000)
    await look()
    expect(await payer.balance()).toBe(balance)
    expect((await sumsOf(payer)).at(-1)).toEqual(['credit-note', 'final', -20_000_000])
  })
})

describe('receipts of many organizations at once', () => {
  it('never wait for each other in a circle, and leave no gap in the numbers', async () => {
    const payers: Payer[] = []
    for (let n = 0; n < 3; n++) payers.push(await newPayer(books, payments, fake))
    const paid = await Promise.all(payers.flatMap((payer) => [1, 2, 3].map(() => payer.pay(10_000_000))))
    for (const { id } of paid) {
      const intent = intentOf(id)
      fake.dispute(intent.id, 100)
      fake.refund(intent.id, 300)
    }
    books.clock.set(addSeconds(books.clock.now(), 86_401).toISOString())
    await Promise.all([
      ...[1, 2, 3].map(() => pollPayments(payments)),
      ...payers.map((payer) => payer.pay(20_000_000)),
      finalizeDrafts(books),
      creditRefunds(payments),
    ])
    const numbers = await books.sql(
      `SELECT kind, count(*)::int AS count, max(number)::int AS most, count(DISTINCT number)::int AS each FROM billing_documents
       WHERE status = 'final' GROUP BY kind, year`,
    )
    for (const { count, most, each } of numbers) expect([most, each]).toEqual([count, count])
    for (const payer of payers) expect(await sumsOf(payer)).toHaveLength(7)
  })
})
