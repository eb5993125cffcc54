import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeEvent, type FakeStripe, openFakeStripe } from '../../../testing/billing/fake-stripe.ts'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { organizationIn } from '../test-requests.ts'

let fake: FakeStripe
let kinora: TestKinora
let pool: TestPool
let owner: Client
beforeAll(async () => {
  fake = await openFakeStripe()
  kinora = await startTestKinora({
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_secret_of_ours',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
      STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
      STRIPE_API_URL: fake.url,
    },
  })
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
  await fake.end()
})

const address = { address1: 'Benz Circle', city: 'Vijayawada', country: 'IN', email: 'a@deccan.example' }
const params = () => organizationIn({ owner })
const balance = async () => (await owner.call('getBillingAccount', { params: params() })).balance
const send = ({ body, signature }: FakeEvent) =>
  fetch(`${kinora.url}/billing/api/v1/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  })

it('saves a card that only Stripe gets, and pays with it when an event says so', async () => {
  const withCard = await owner.try('savePaymentDetails', {
    params: params(),
    body: {
      ...address,
      hasConsent: true,
      card: { cardNumber: '4242424242424242', cardExpiry: '08/49', cvv: '123' },
    },
  })
  expect(withCard).toMatchObject({ status: 409, body: { type: '/problems/card-refused' } })
  const { clientSecret } = await owner.call('beginCardSetup', { params: params() })
  const setupId = clientSecret.replace(/_secret.*/, '')
  const body = { ...address, hasConsent: true, setupId }
  expect(await owner.try('savePaymentDetails', { params: params(), body })).toMatchObject({
    body: { type: '/problems/card-refused' },
  })
  fake.confirmSetup(setupId, 'slow')
  const { details, rewarded } = await owner.call('savePaymentDetails', { params: params(), body })
  expect(details).toMatchObject({ card: { last4: '4242' }, publishableKey: 'pk_test_public' })
  expect(rewarded).toBe(20_000_000)

  const { id, state } = await owner.call('addBalance', { params: params(), body: { amount: 50_000_000 } })
  expect(state).toBe('processing')
  const intent = [...fake.intents.values()].find(({ metadata }) => metadata.payment === id)
  fake.takeEvents()
  fake.settle(intent?.id ?? '', true)
  const events = fake.takeEvents()
  for (const event of [...events, ...events]) expect((await send(event)).status).toBe(200)
  await eventually(async () => expect(await balance()).toBe(70_000_000))
  const [stored] = await pool.sql('SELECT count(*)::int AS events FROM billing_payment_events')
  expect(stored).toEqual({ events: 1 })
})

it('refuses events that are not signed by Stripe', async () => {
  const [event] = [fake.refund([...fake.intents.keys()][0] ?? '', 100), ...fake.takeEvents()].slice(1)
  if (event === undefined) throw new Error('there is no event')
  expect((await send({ ...event, body: `${event.body} ` })).status).toBe(400)
  expect((await send({ ...event, signature: 't=1,v1=00' })).status).toBe(400)
  expect((await fetch(`${kinora.url}/billing/api/v1/stripe/webhook`, { method: 'POST' })).status).toBe(400)
  expect(await balance()).toBe(70_000_000)
  expect((await send(event)).status).toBe(200)
  await eventually(async () => expect(await balance()).toBe(69_000_000))
})

it('lets the console load Stripe.js, and shows no secret', async () => {
  const page = await fetch(`${kinora.url}/0199-some-environment/videos`, { headers: { accept: 'text/html' } })
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com /)
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/)
  const secrets = new RegExp(`sk_test_secret_of_ours|${fake.webhookSecret}|_secret_x`)
  expect(kinora.logged()).not.toMatch(secrets)
  const tables = await pool.sql(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name FROM pg_stat_user_tables`,
  )
  for (const { name } of tables) {
    const rows = await pool.sql(`SELECT 1 FROM ${name} AS row WHERE row::text ~ $1`, [secrets.source])
    expect(rows, String(name)).toEqual([])
  }
})
