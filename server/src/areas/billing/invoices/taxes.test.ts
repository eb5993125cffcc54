import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { issueCreditNote, prepareCredit } from './credit-notes.ts'
import { issueInvoice } from './issue-invoice.ts'
import type { DocumentRow } from './tables.ts'

let books: Books
let organizationId: string
beforeAll(async () => {
  books = await openBooks('2026-11-10T10:00:00Z')
  const organization = await books.organization()
  organizationId = organization.organizationId
  const party = {
    name: 'A',
    address1: '',
    address2: '',
    city: '',
    state: '',
    country: 'IN',
    zip: '',
    taxId: '',
  }
  await books.sql(
    `INSERT INTO billing_sellers (id, party, series_prefix, is_reverse_charge, bank_details, timezone, changed_at)
     VALUES ($1, $2, 'KN', false, '', 'UTC', now())`,
    [randomUUID(), JSON.stringify({ ...party, email: '' })],
  )
  await books.sql(
    "INSERT INTO billing_details (organization_id, party, language, changed_at) VALUES ($1, $2, 'en', now())",
    [organizationId, JSON.stringify({ ...party, email: '' })],
  )
  for (const [name, ratePpm] of [
    ['CGST', 90_000],
    ['SGST', 72_500],
  ])
    await books.sql(
      `INSERT INTO billing_tax_rates (id, country, region, name, rate_ppm, valid_from)
       VALUES ($1, 'IN', '', $2, $3, '2026-01-01')`,
      [randomUUID(), name, ratePpm],
    )
})
afterAll(() => books.end())

const CENT = 10_000n
const at = new Date('2026-11-10T10:00:00Z')
const invoiceOf = (cents: number, isTaxIncluded: boolean) =>
  books.db.transaction((tx) =>
    issueInvoice(tx, {
      paymentId: randomUUID(),
      organizationId,
      amount: BigInt(cents) * CENT,
      isTaxIncluded,
      isFromProcessor: isTaxIncluded,
      currency: 'USD',
      method: 'Visa ending 4821',
      at,
    }),
  )
const creditOf = ({ id: invoiceId }: DocumentRow, amount: bigint) =>
  books.db.transaction(async (tx) =>
    issueCreditNote(tx, await prepareCredit(tx, { organizationId, invoiceId }, amount), {
      refundId: randomUUID(),
      reason: 'A test',
      at,
    }),
  )

it('of a payment with its taxes leave exactly what was paid', async () => {
  for (const cents of [1, 7, 99, 10_001, 50_000]) {
    const { net, tax } = await invoiceOf(cents, true)
    expect(net + tax).toBe(BigInt(cents) * CENT)
  }
  const { net, tax, content } = await invoiceOf(11_625, true)
  expect([net, tax]).toEqual([100_000_000n, 16_250_000n])
  expect(content.lines).toMatchObject([{ amount: '100000000' }])
  const added = await invoiceOf(10_000, false)
  expect([added.net, added.tax]).toEqual([100_000_000n, 16_250_000n])
})

it('of credit notes add up to those of the invoice, however it is divided', async () => {
  const random = seededRandom(5)
  for (let run = 0; run < 30; run++) {
    const invoice = await invoiceOf(2 + random(100_000), run % 2 === 0)
    let left = invoice.net
    let tax = 0n
    while (left > 0n) {
      const cents = Number(left / CENT)
      const part = random(3) === 0 ? left : BigInt(1 + random(cents)) * CENT
      tax += (await creditOf(invoice, part)).tax
      left -= part
    }
    expect(tax).toBe(-invoice.tax)
    await expect(creditOf(invoice, CENT)).rejects.toMatchObject({ id: 'credit-too-large' })
  }
})

it('count for one payment once', async () => {
  const topUp = {
    paymentId: randomUUID(),
    organizationId,
    amount: 100n * CENT,
    isTaxIncluded: true,
    isFromProcessor: true,
    currency: 'USD',
    method: 'Visa',
    at,
  }
  const issue = () => books.db.transaction((tx) => issueInvoice(tx, topUp))
  const [one, other] = await Promise.all([issue(), issue()])
  expect(other.id).toBe(one.id)
  expect((await issue()).name).toBe(one.name)
  await expect(books.db.transaction((tx) => issueInvoice(tx, { ...topUp, amount: 1n }))).rejects.toThrow(
    /no whole units/,
  )
})
