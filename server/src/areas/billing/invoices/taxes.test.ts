import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { issueCreditNote, prepareCredit, prepareCreditTo } from './credit-notes.ts'
import { issueInvoice } from './issue-invoice.ts'
import type { DocumentRow } from './tables.ts'
import { quoteTaxes } from './taxes.ts'

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
const invoiceOf = (cents: number) =>
  books.db.transaction(async (tx) => {
    const amount = BigInt(cents) * CENT
    const taxes = await quoteTaxes(tx, { organizationId, amount, unit: CENT }, at)
    const paid = { amount, taxes, currency: 'USD', method: 'Visa ending 4821' }
    return issueInvoice(tx, { paymentId: randomUUID(), organizationId, isFromProcessor: false, ...paid, at })
  })
const creditOf = ({ id: invoiceId }: DocumentRow, amount: bigint) =>
  books.db.transaction(async (tx) =>
    issueCreditNote(tx, await prepareCredit(tx, { organizationId, invoiceId }, amount), {
      refundId: randomUUID(),
      reason: 'A test',
      at,
    }),
  )

it('are added to what the wallet gets', async () => {
  const { net, tax, content } = await invoiceOf(10_000)
  expect([net, tax]).toEqual([100_000_000n, 16_250_000n])
  expect(content.lines).toMatchObject([{ amount: '100000000' }])
  expect(content.taxes).toMatchObject([
    { name: 'CGST', net: '100000000', tax: '9000000' },
    { name: 'SGST', net: '100000000', tax: '7250000' },
  ])
})

it('of credit notes add up to those of the invoice, however it is divided', async () => {
  const random = seededRandom(5)
  for (let run = 0; run < 30; run++) {
    const invoice = await invoiceOf(2 + random(100_000))
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

it('of refunds add up to those of the invoice, each of them', async () => {
  const random = seededRandom(6)
  for (let run = 0; run < 15; run++) {
    const invoice = await invoiceOf(2 + random(100_000))
    const total = invoice.net + invoice.tax
    let back = 0n
    const sums = [0n, 0n]
    while (back < total) {
      const before = back
      back += random(3) === 0 ? total - back : BigInt(1 + random(Number((total - back) / CENT))) * CENT
      const note = await books.db.transaction(async (tx) => {
        const credit = (await prepareCreditTo(tx, invoice, back)) ?? expect.fail()
        return issueCreditNote(tx, credit, { refundId: randomUUID(), reason: 'A test', at })
      })
      expect(note.net + note.tax).toBe(before - back)
      for (const [n, { tax }] of note.content.taxes.entries()) sums[n] = (sums[n] ?? 0n) - BigInt(tax)
    }
    expect(sums).toEqual(invoice.content.taxes.map(({ tax }) => BigInt(tax)))
    expect(await books.db.transaction((tx) => prepareCreditTo(tx, invoice, total))).toBeNull()
  }
})

it('count for one payment once', async () => {
  const topUp = {
    paymentId: randomUUID(),
    organizationId,
    amount: 100n * CENT,
    taxes: [],
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
