import { afterAll, beforeAll, expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { organizationIn, seller } from '../test-requests.ts'

const clock = movableClock()
let world: World
beforeAll(async () => {
  clock.freeze()
  world = await openWorld({ clock })
  await world.kinora.sweep()
})
afterAll(() => world.end())

it('lists wallets with standing and plan, the lowest balance first', async () => {
  const params = organizationIn(world)
  const theirs = organizationIn({ owner: world.stranger })
  await world.owner.call('addBillingCredit', {
    params: theirs,
    body: { amount: 5_000_000, reason: 'Welcome' },
  })
  await world.owner.call('setBillingTerms', {
    params,
    body: { isPrepaid: true, graceDays: 3, creditLimit: 0 },
  })
  const { items, totalItems } = await world.owner.call('listWallets', { query: {} })
  expect(totalItems).toBe(items.length)
  const balances = items.map(({ balance }) => Number(balance))
  expect(balances).toEqual(balances.toSorted((a, b) => a - b))
  const own = items.find(({ id }) => id === params.id)
  const account = await world.owner.call('getBillingAccount', { params })
  expect(own).toMatchObject({
    balance: account.balance,
    status: account.status,
    isPrepaid: true,
    graceDays: 3,
    planName: 'Standard',
    isFaulty: false,
  })
  const [first] = items
  const found = await world.owner.call('listWallets', { query: { phrase: first?.name ?? '' } })
  expect(found.items.map(({ id }) => id)).toContain(first?.id)
  expect((await world.owner.call('listWallets', { query: { phrase: '%nothing%' } })).items).toEqual([])
})

it('adds up revenue by month and meter, and what was received with taxes less what was returned', async () => {
  const params = organizationIn(world)
  await world.owner.call('setBillingSeller', { body: seller })
  const { invoice } = await world.owner.call('recordBillingReceipt', {
    params,
    body: { amount: 100_000_000, method: 'Bank transfer' },
  })
  const body = { amount: 40_000_000, reason: 'Paid too much' }
  await world.owner.call('creditBillingInvoice', { params: { ...params, invoiceId: invoice.id }, body })
  const { items } = await world.owner.call('getBillingRevenue', { query: {} })
  const [month] = items
  const [charged] = await world.sql('SELECT sum(amount)::int AS sum FROM billing_charges')
  expect(month).toMatchObject({
    month: clock.now().toISOString().slice(0, 7),
    currency: 'USD',
    total: charged?.sum,
    received: 60_000_000,
  })
  expect(month?.meters.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(month?.total)
  const { items: documents } = await world.owner.call('listWalletDocuments', { params, query: {} })
  expect(documents.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['invoice', 'credit-note']))
})

it('lists all plans with the organizations that have them', async () => {
  const organizationId = world.stranger.organizationId ?? ''
  const plan = { organizationId, name: 'Their own', currency: 'USD', minimum: 5_000_000 }
  await world.owner.call('createBillingPlan', { body: plan })
  const { items } = await world.owner.call('listInstallationPlans', { query: {} })
  expect(items.map(({ name, minimum, subscribers }) => [name, minimum, subscribers])).toEqual([
    ['Standard', 0, 2],
    ['Their own', 5_000_000, 0],
  ])
  expect(items[1]).toMatchObject({ organizationId, organizationName: expect.any(String), prices: [] })
})

it('publishes what was issued to the environments of the organization', async () => {
  const environmentId = world.owner.environmentId ?? ''
  const rows = await world.sql(
    "SELECT data FROM outbox WHERE type = 'billing.document.issued' AND environment_id = $1 ORDER BY created_at",
    [environmentId],
  )
  expect(rows.map(({ data }) => data)).toMatchObject([
    { kind: 'invoice', currency: 'USD', total: 100_000_000 },
    { kind: 'credit-note', total: -40_000_000 },
  ])
})
