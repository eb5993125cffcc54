import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { newOwner } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { emailsOf, emailTo } from '../../../testing/mailbox.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { billingDetails, organizationIn } from '../test-requests.ts'

const clock = movableClock()
let kinora: TestKinora
let pool: TestPool
beforeAll(async () => {
  kinora = await startTestKinora({ clock, env: { PAYMENTS: 'test' } })
  pool = openTestPool(kinora)
  // The first person administers the installation.
  await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const address = {
  address1: 'Benz Circle',
  city: 'Vijayawada',
  country: 'IN',
  zip: '520010',
  email: 'accounts@deccan.example',
}
const cardOf = (cardNumber: string) => ({ cardNumber, cardExpiry: '08/49', cvv: '737' })
const pay = (owner: Client, amount = 50_000_000) =>
  owner.call('addBalance', { params: organizationIn({ owner }), body: { amount } })
const save = (owner: Client, number: string, hasConsent = true) =>
  owner.try('savePaymentDetails', {
    params: organizationIn({ owner }),
    body: { ...address, hasConsent, card: cardOf(number) },
  })
const balance = async (owner: Client) =>
  (await owner.call('getBillingAccount', { params: organizationIn({ owner }) })).balance
const history = async (owner: Client) =>
  (await owner.call('listPayments', { params: organizationIn({ owner }), query: {} })).items

async function payer(number: string): Promise<Client> {
  const owner = await newOwner(kinora.url)
  expect((await save(owner, number)).status).toBe(200)
  return owner
}

describe('a payment with a test card', () => {
  it('adds its amount to the wallet, once, and is in the history', async () => {
    const owner = await payer('4242 4242 4242 4242')
    const before = Number(await balance(owner))
    const paid = await pay(owner)
    expect(paid).toMatchObject({ state: 'succeeded', amount: 50_000_000, currency: 'USD', driver: 'test' })
    expect(paid.card).toEqual({ brand: 'visa', last4: '4242', expMonth: 8, expYear: 2049 })
    expect(await balance(owner)).toBe(before + 50_000_000)
    const [entry] = await history(owner)
    expect(entry).toMatchObject({ kind: 'payment', amount: 50_000_000, payment: { id: paid.id } })
    const { items: documents } = await owner.call('listBillingDocuments', {
      params: organizationIn({ owner }),
      query: {},
    })
    expect(documents).toMatchObject([{ id: entry?.invoice?.id, kind: 'invoice', total: 50_000_000 }])
    // Invoices go to the address of the card, until the organization sets another one.
    const { email, city } = address
    const details = await owner.call('getBillingDetails', { params: organizationIn({ owner }) })
    expect(details).toMatchObject({ details: { email, city, country: 'IN' } })
    const journals = await pool.sql('SELECT lines FROM billing_journals WHERE key = $1', [
      `payment:${paid.id}`,
    ])
    expect(journals).toHaveLength(1)
    // Asking again changes nothing.
    clock.advance(100_000)
    await kinora.sweep()
    expect(await balance(owner)).toBe(before + 50_000_000)
  })

  it('is made once for an idempotency key', async () => {
    const owner = await payer('4242424242424242')
    const before = Number(await balance(owner))
    const path = `/billing/api/v1/${owner.organizationId}/payment/add_balance`
    const send = () =>
      owner.send('POST', path, { body: { amount: 20_000_000 }, headers: { 'idempotency-key': 'once' } })
    const [one, other] = await Promise.all([send(), send()])
    expect(one.body).toEqual(other.body)
    expect(await balance(owner)).toBe(before + 20_000_000)
  })

  it.each([
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
  ])('fails with %s because it is %s', async (number, reason) => {
    const owner = await payer(number)
    const before = await balance(owner)
    expect(await pay(owner)).toMatchObject({ state: 'failed', reason })
    expect(await balance(owner)).toBe(before)
  })

  it('waits for the payer, who confirms or refuses it', async () => {
    const owner = await payer('4000002500003155')
    const before = Number(await balance(owner))
    const answer = async (testAnswer: 'confirmed' | 'refused') => {
      const { id, state } = await pay(owner)
      expect(state).toBe('needs_action')
      const params = { ...organizationIn({ owner }), paymentId: id }
      return (await owner.call('continuePayment', { params, body: { testAnswer } })).payment
    }
    expect(await answer('refused')).toMatchObject({ state: 'failed', reason: 'authentication_failed' })
    expect(await balance(owner)).toBe(before)
    expect(await answer('confirmed')).toMatchObject({ state: 'succeeded' })
    expect(await balance(owner)).toBe(before + 50_000_000)
    const { id } = await pay(owner)
    const params = { ...organizationIn({ owner }), paymentId: id }
    expect(await owner.call('cancelPayment', { params })).toMatchObject({
      state: 'failed',
      reason: 'canceled',
    })
    expect((await owner.try('cancelPayment', { params })).status).toBe(409)
  })

  it('that is slow succeeds later', async () => {
    const owner = await payer('4000000000000077')
    const before = Number(await balance(owner))
    expect(await pay(owner)).toMatchObject({ state: 'processing' })
    clock.advance(301)
    await kinora.sweep()
    expect(await balance(owner)).toBe(before + 50_000_000)
  })

  it('needs a card, and an amount that its currency has', async () => {
    const owner = await newOwner(kinora.url)
    const request = (amount: number) =>
      owner.try('addBalance', { params: organizationIn({ owner }), body: { amount } })
    expect(await request(50_000_000)).toMatchObject({
      status: 409,
      body: { type: '/problems/payment-details-missing' },
    })
    expect(await request(50_000_001)).toMatchObject({ body: { type: '/problems/amount-not-payable' } })
  })
})

describe('payment details', () => {
  it('earn the credit once for each organization, with the first card', async () => {
    const owner = await newOwner(kinora.url)
    const details = () => owner.call('getPaymentDetails', { params: organizationIn({ owner }) })
    expect(await details()).toMatchObject({ driver: 'test', card: null, reward: 20_000_000 })
    expect((await save(owner, '4242424242424242')).body).toMatchObject({ rewarded: 20_000_000 })
    expect(await balance(owner)).toBe(20_000_000)
    expect((await save(owner, '5555555555554444')).body).toMatchObject({
      rewarded: 0,
      details: { card: { brand: 'mastercard', last4: '4444' }, reward: 0 },
    })
    await owner.call('removePaymentDetails', { params: organizationIn({ owner }) })
    // The address stays for invoices, and it is one: what is entered at either place is shown at both.
    expect(await details()).toMatchObject({ card: null, address: { city: 'Vijayawada' }, reward: 0 })
    const params = organizationIn({ owner })
    const invoiced = { ...billingDetails, city: 'Guntur', taxId: '37AAKCK0000A1Z5' }
    await owner.call('setBillingDetails', { params, body: invoiced })
    expect(await details()).toMatchObject({ address: { city: 'Guntur' } })
    expect((await save(owner, '4242424242424242')).body).toMatchObject({ rewarded: 0 })
    expect(await owner.call('getBillingDetails', { params })).toMatchObject({
      details: { name: invoiced.name, taxId: invoiced.taxId, city: 'Vijayawada' },
    })
    expect(await balance(owner)).toBe(20_000_000)
    expect((await history(owner)).map(({ kind }) => kind)).toEqual(['reward'])
  })

  it('need consent, and take no number but those for tests', async () => {
    const owner = await newOwner(kinora.url)
    expect(await save(owner, '4242424242424242', false)).toMatchObject({
      body: { errors: [{ path: 'body.hasConsent', message: 'This field is required' }] },
    })
    const messageFor = async (number: string) => {
      const { body } = await save(owner, number)
      return (body as { errors: { path: string; message: string }[] }).errors[0]
    }
    const path = 'body.card.cardNumber'
    expect(await messageFor('4242-4242')).toEqual({ path, message: 'Please enter only numbers' })
    expect(await messageFor('4242424242424241')).toEqual({ path, message: 'Enter a valid card number' })
    expect(await messageFor('4929939187355598')).toMatchObject({
      path,
      message: expect.stringMatching(/test/),
    })
    const expired = await owner.try('savePaymentDetails', {
      params: organizationIn({ owner }),
      body: { ...address, hasConsent: true, card: { ...cardOf('4242424242424242'), cardExpiry: '01/20' } },
    })
    expect(expired).toMatchObject({ body: { type: '/problems/card-refused' } })
  })

  it('leave no card number anywhere', async () => {
    const owner = await payer('4000002500003155')
    await pay(owner)
    await owner.try('savePaymentDetails', {
      params: organizationIn({ owner }),
      body: { ...address, hasConsent: true, card: { ...cardOf('4242424242424241'), cvv: 'x' } },
    })
    const tables = await pool.sql(
      `SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name FROM pg_stat_user_tables`,
    )
    for (const { name } of tables) {
      const found = await pool.sql(
        `SELECT row::text FROM ${name} AS row WHERE row::text ~ '4000002500003155|424242424242424'`,
      )
      expect(found, String(name)).toEqual([])
    }
    expect(kinora.logged()).not.toMatch(/4000002500003155|424242424242424/)
    expect((await emailsOf(kinora)).join()).not.toMatch(/4000002500003155/)
  })
})

describe('auto-recharge', () => {
  it('emails the owner and the billing address a link to the payment that the bank asks about', async () => {
    const owner = await payer('4000002500003155')
    const params = organizationIn({ owner })
    const order = { isOn: true, threshold: 15_000_000, amount: 50_000_000, monthlyCap: 200_000_000 }
    await owner.call('setAutoRecharge', { params, body: { ...order, hasConsent: true } })
    await owner.call('getBillingAccount', { params })
    await pool.sql(
      `SELECT billing_post('spent', $1, 'credit', 'USD', '[{"account": "credit", "amount": "10000000"},
         {"account": "wallet", "amount": "-10000000"}]', 'A test', now())`,
      [owner.organizationId],
    )
    await kinora.sweep()
    await kinora.sweep()
    const [waiting] = await history(owner)
    expect(waiting?.payment).toMatchObject({ state: 'needs_action', origin: 'recharge' })
    // On the last day of a month there are statements too.
    const subject = 'Confirm a payment for Deccan Television'
    const email = await emailTo(kinora, address.email, 1, subject)
    expect(email.replaceAll('=\n', '').replaceAll('=3D', '=')).toContain(
      `/settings/billing?payment=${waiting?.payment?.id}`,
    )
    const { email: own } = await owner.call('getUser', { params: { id: 'me' } })
    await emailTo(kinora, own, 1, subject)
    await kinora.sweep()
    const toOwner = (await emailsOf(kinora)).filter((text) => text.includes(`To: ${own}`))
    expect(toOwner.filter((text) => text.includes(subject))).toHaveLength(1)
  })
})

describe('a bank transfer or another processor', () => {
  it('adds its money when an administrator records it, once', async () => {
    const offline = await startTestKinora({ env: { PAYMENT_INSTRUCTIONS: 'IBAN GB33 BUKB' } })
    const administrator = await newOwner(offline.url)
    const owner = await newOwner(offline.url)
    const params = organizationIn({ owner })
    expect(await owner.call('getPaymentDetails', { params })).toMatchObject({
      driver: 'offline',
      instructions: 'IBAN GB33 BUKB',
      reward: 0,
    })
    const { id, state, reference } = await pay(owner)
    expect(state).toBe('processing')
    const waiting = async () => (await administrator.call('listWaitingPayments', { query: {} })).items
    expect(await waiting()).toMatchObject([{ id, reference, organizationName: 'Deccan Television' }])
    expect((await owner.try('recordTransfer', { params: { id } })).status).toBe(403)
    expect(await balance(owner)).toBe(0)
    expect(await administrator.call('recordTransfer', { params: { id } })).toMatchObject({
      state: 'succeeded',
    })
    expect((await administrator.try('recordTransfer', { params: { id } })).status).toBe(409)
    expect(await balance(owner)).toBe(50_000_000)
    expect(await waiting()).toEqual([])
    await offline.stop()
  })

  it('does not use the card of another processor', async () => {
    const owner = await payer('4242424242424242')
    await pool.sql("UPDATE billing_payment_details SET driver = 'stripe' WHERE organization_id = $1", [
      owner.organizationId,
    ])
    const params = organizationIn({ owner })
    expect(await owner.call('getPaymentDetails', { params })).toMatchObject({ card: null })
    expect(await owner.try('addBalance', { params, body: { amount: 50_000_000 } })).toMatchObject({
      body: { type: '/problems/payment-details-missing' },
    })
  })
})
