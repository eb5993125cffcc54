// Slow: draws documents, and sweeps the whole installation.
import { createHash } from 'node:crypto'
import type { BillingDocument } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { emailsOf, emailTo } from '../../../testing/mailbox.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { billingDetails, organizationIn, seller } from '../test-requests.ts'

const clock = movableClock()
let world: World
beforeAll(async () => {
  // So that no test crosses the end of a month.
  clock.freeze(10)
  world = await openWorld({ clock })
})
afterAll(() => world.end())

const params = () => organizationIn(world)
const receive = async (amount: number, method = 'Bank transfer') => {
  const { total } = await world.owner.call('quoteBillingReceipt', { params: params(), query: { amount } })
  return world.owner.call('recordBillingReceipt', {
    params: params(),
    body: { amount, method, total: Number(total) },
  })
}
const list = async () =>
  (await world.owner.call('listBillingDocuments', { params: params(), query: {} })).items
const detail = (id: string) => world.owner.call('getBillingDocument', { params: { id } })
const setSeller = (change: Partial<typeof seller> = {}) =>
  world.owner.call('setBillingSeller', { body: { ...seller, ...change } })
const setDetails = (change: Partial<typeof billingDetails> = {}) =>
  world.owner.call('setBillingDetails', { params: params(), body: { ...billingDetails, ...change } })

async function download({ id }: Pick<BillingDocument, 'id'>, format: 'pdf' | 'csv'): Promise<Buffer> {
  const asked = { params: { ...params(), invoiceId: id }, body: { format } }
  const link = await eventually(async () => {
    const made = await world.owner.call('linkBillingDocument', asked)
    expect(made.url).not.toBeNull()
    return made
  })
  const bytes = Buffer.from(await (await fetch(link.url ?? '')).arrayBuffer())
  expect(bytes.byteLength).toBe(link.size)
  return bytes
}

describe('money that is received', () => {
  it('has a draft without a number until the seller is known', async () => {
    const { balance, invoice } = await receive(500_000_000)
    expect(balance).toBe(500_000_000)
    expect(invoice).toMatchObject({ kind: 'invoice', status: 'draft', number: null, total: 500_000_000 })
    const asked = { params: { ...params(), invoiceId: invoice.id }, body: { format: 'pdf' as const } }
    expect((await world.owner.try('linkBillingDocument', asked)).body).toMatchObject({
      type: '/problems/document-draft',
    })
    await world.kinora.sweep()
    expect((await list())[0]).toMatchObject({ status: 'draft' })
    await setSeller()
    await world.kinora.sweep()
    const year = clock.now().getUTCFullYear()
    expect((await list())[0]).toMatchObject({ id: invoice.id, status: 'final', number: `KN-${year}-00001` })
  })

  it('has an invoice with the next number, whose PDF is sent and kept with its hash', async () => {
    await setDetails()
    const { invoice, balance } = await receive(250_000_000)
    expect(invoice).toMatchObject({ status: 'final', net: 250_000_000, tax: 0 })
    expect(invoice.number).toMatch(/-00002$/)
    expect(await detail(invoice.id)).toMatchObject({
      seller: { name: seller.name, bankDetails: seller.bankDetails },
      buyer: { name: billingDetails.name, city: 'Vijayawada' },
      method: 'Bank transfer',
      balance,
      lines: [{ kind: 'top-up', quantity: 1, amount: 250_000_000 }],
    })
    await world.kinora.sweep()
    const pdf = await download(invoice, 'pdf')
    const [row] = await world.sql('SELECT pdf_sha256 FROM billing_documents WHERE id = $1', [invoice.id])
    expect(row?.pdf_sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
    const email = await emailTo(world.kinora, billingDetails.email)
    expect(email).toContain(`Subject: Invoice ${invoice.number}`)
    expect(email).toContain(`${invoice.number}.pdf`)
    expect((await download(invoice, 'csv')).toString()).toContain('top-up,,1,,,,250.000000,USD')
  })

  it('is sent later if the mail server was away', async () => {
    const { invoice } = await receive(10_000_000)
    await world.sql(
      "UPDATE billing_documents SET delivery = 'failed', delivery_error = 'away' WHERE id = $1",
      [invoice.id],
    )
    clock.advance(3600)
    await world.kinora.sweep()
    await world.kinora.sweep()
    await eventually(async () => {
      const [row] = await world.sql('SELECT delivery, delivery_error FROM billing_documents WHERE id = $1', [
        invoice.id,
      ])
      expect(row).toEqual({ delivery: 'done', delivery_error: null })
    })
    expect(await emailTo(world.kinora, billingDetails.email, 2)).toContain(`Invoice ${invoice.number}`)
  })

  it('is frozen', async () => {
    const [invoice] = await list()
    const change = (text: string) => world.sql(text, [invoice?.id])
    await expect(change('UPDATE billing_documents SET net = 1 WHERE id = $1')).rejects.toThrow(/is final/)
    await expect(change("UPDATE billing_documents SET pdf_sha256 = 'x' WHERE id = $1")).rejects.toThrow(
      /final/,
    )
    await expect(change("UPDATE billing_documents SET status = 'draft' WHERE id = $1")).rejects.toThrow(
      /final/,
    )
    await expect(change('DELETE FROM billing_documents WHERE id = $1')).rejects.toThrow(/is final/)
    await setDetails({ name: 'Deccan Television Renamed' })
    expect((await detail(invoice?.id ?? '')).buyer.name).toBe(billingDetails.name)
    await setDetails()
  })

  it('has to be whole cents', async () => {
    const body = { amount: 1_000_001, method: 'Bank transfer' }
    const refused = await world.owner.try('recordBillingReceipt', { params: params(), body })
    expect(refused).toMatchObject({ status: 422, body: { type: '/problems/amount-not-whole' } })
  })
})

describe('a tax', () => {
  const rate = (ratePpm: number, region = '', country = 'IN') =>
    world.owner.call('addTaxRate', { body: { country, region, name: 'GST', ratePpm } })

  it('has the rate of the region, or else of the country, from the next minute on', async () => {
    await rate(180_000)
    expect((await receive(100_000_000)).invoice.tax).toBe(0)
    clock.advance(60)
    const { invoice, balance } = await receive(100_000_000)
    expect(invoice).toMatchObject({ net: 100_000_000, tax: 18_000_000, total: 118_000_000 })
    await rate(50_000, 'andhra pradesh')
    clock.advance(60)
    const second = await receive(99_990_000)
    expect(second.invoice).toMatchObject({ tax: 5_000_000 })
    expect(Number(second.balance) - Number(balance)).toBe(99_990_000)
    expect((await detail(second.invoice.id)).taxes).toEqual([
      { name: 'GST', ratePpm: 50_000, net: 99_990_000, tax: 5_000_000, isReverseCharge: false },
    ])
    const { taxRates } = await world.owner.call('getBillingSeller', {})
    expect(taxRates.map(({ ratePpm }) => ratePpm)).toEqual([180_000, 50_000])
    expect(await world.owner.call('getBillingProof', {})).toBeTruthy()
  })

  it('is owed by buyers abroad with a tax ID', async () => {
    await rate(200_000, '', 'GB')
    clock.advance(60)
    await setDetails({ country: 'GB', state: '', taxId: 'GB999 9999 73' })
    const { invoice } = await receive(10_000_000)
    expect(invoice).toMatchObject({ net: 10_000_000, tax: 0, total: 10_000_000 })
    expect((await detail(invoice.id)).taxes).toMatchObject([{ tax: 0, isReverseCharge: true }])
    await setDetails({ country: 'GB', state: '', taxId: '' })
    expect((await receive(10_000_000)).invoice).toMatchObject({ tax: 2_000_000 })
    await setDetails()
  })

  it('cannot change what was charged', async () => {
    const body = { country: 'IN', region: '', name: 'GST', ratePpm: 0, validFrom: '2020-01-01T00:00:00Z' }
    expect((await world.owner.try('addTaxRate', { body })).status).toBe(409)
  })
})

describe('a credit note', () => {
  const credit = (invoiceId: string, amount: number) =>
    world.owner.try('creditBillingInvoice', {
      params: { ...params(), invoiceId },
      body: { amount, reason: 'Charged twice' },
    })

  it('takes money back, and its taxes add up to those of the invoice', async () => {
    const { invoice } = await receive(99_990_000)
    const before = await world.owner.call('getBillingAccount', { params: params() })
    const taxes: number[] = []
    for (const amount of [33_330_000, 33_330_000, 33_330_000]) {
      const { status, body } = await credit(invoice.id, amount)
      expect(status).toBe(201)
      const { creditNote } = body as { creditNote: BillingDocument }
      expect(creditNote).toMatchObject({
        kind: 'credit-note',
        net: -amount,
        invoice: { number: invoice.number },
      })
      taxes.push(Number(creditNote.tax))
    }
    expect(taxes).toEqual([-1_670_000, -1_660_000, -1_670_000])
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(-Number(invoice.tax))
    const after = await world.owner.call('getBillingAccount', { params: params() })
    expect(Number(before.balance) - Number(after.balance)).toBe(99_990_000)
    const { creditNotes } = await detail(invoice.id)
    expect(creditNotes.map(({ number }) => number?.slice(-8))).toEqual(['26-00001', '26-00002', '26-00003'])
    expect((await credit(invoice.id, 10_000)).body).toMatchObject({ type: '/problems/credit-too-large' })
  })
})

describe('documents of others', () => {
  it('do not exist, and need the right to read billing', async () => {
    const [invoice] = await list()
    const asked = { params: { id: invoice?.id ?? '' } }
    expect((await world.stranger.try('getBillingDocument', asked)).status).toBe(404)
    const viewer = await world.member(JSON.stringify({ Settings: { User: { read: true } } }))
    expect((await viewer.try('getBillingDocument', asked)).status).toBe(403)
    const theirs = organizationIn({ owner: world.stranger })
    const link = { params: { ...theirs, invoiceId: invoice?.id ?? '' }, body: { format: 'csv' as const } }
    expect((await world.stranger.try('linkBillingDocument', link)).status).toBe(404)
    for (const call of [
      'getBillingSeller',
      'listWallets',
      'getBillingRevenue',
      'listInstallationPlans',
    ] as const)
      expect((await world.stranger.try(call, {})).status, call).toBe(403)
  })
})

describe('the books', () => {
  it('add up with invoices, taxes and credit notes', async () => {
    await world.kinora.sweep()
    expect(await world.owner.call('getBillingProof', {})).toMatchObject({ faults: [] })
    const [cash] = await world.sql("SELECT balance::text FROM billing_accounts WHERE kind = 'cash'")
    const [all] = await world.sql('SELECT sum(net + tax)::text AS total FROM billing_documents')
    expect(cash?.balance).toBe(`-${all?.total}`)
  })
})

describe('a statement', () => {
  it('is sent a day after the end of its period', async () => {
    clock.advance(33 * 86_400)
    await world.kinora.sweep()
    await world.kinora.sweep()
    await eventually(async () => {
      const rows = await world.sql(
        "SELECT delivery FROM billing_documents WHERE kind = 'statement' AND organization_id = $1",
        [world.owner.organizationId],
      )
      expect(rows).toEqual([{ delivery: 'done' }])
    })
    const emails = (await emailsOf(world.kinora)).filter((email) => email.includes('Subject: Statement'))
    expect(emails).toHaveLength(1)
    expect(emails[0]).toMatch(/filename="?Statement \d{4}-\d\d\.pdf/)
  })
})
