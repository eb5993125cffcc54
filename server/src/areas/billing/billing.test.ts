import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCampaign } from '../../testing/ads/campaigns.ts'
import { orgOf } from '../../testing/alerts/alerts.ts'
import { contentWhen, isSettled, newOwner, uploadFile } from '../../testing/client.ts'
import { makeClip, pattern } from '../../testing/clips.ts'
import { movableClock } from '../../testing/clock.ts'
import { startTestKinora } from '../../testing/kinora.ts'
import { newConnect } from '../../testing/live/connectors.ts'
import { newStream } from '../../testing/livestreams.ts'
import { openTestPool } from '../../testing/pool.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { organizationIn } from './test-requests.ts'

const clock = movableClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world.end())

const account = () => world.owner.call('getBillingAccount', { params: organizationIn(world) })

describe('a video that is encoded', () => {
  it('costs the price of its encoded minutes, once, to the micro-dollar', async () => {
    const before = await account()
    expect(before).toMatchObject({ balance: 0, currency: 'USD', status: 'ok', isPrepaid: false })
    const path = await makeClip(join(world.folder, 'old.avi'), ...pattern(3, '320x180'), '-c:v', 'mpeg4')
    const { id } = await uploadFile(world.owner, path)
    const content = await contentWhen(world.owner, id, (each) => isSettled(each) && each.stage === null)
    const encoded = content.renditions.filter(({ type }) => type === 'video')
    expect(encoded.length).toBeGreaterThan(0)

    const records = await world.sql(
      "SELECT quantity::int AS ms, meter, part FROM usage_records WHERE object_id = $1 AND meter LIKE 'encoding%'",
      [id],
    )
    expect(records).toHaveLength(encoded.length)
    for (const record of records) expect(record).toMatchObject({ meter: 'encoding-hd', part: null })
    await world.sql("DELETE FROM usage_records WHERE meter NOT LIKE 'encoding%'")
    await world.kinora.sweep()

    // $0.0075 a minute, also of the video that the world has.
    const [all] = await world.sql(
      "SELECT sum(quantity)::int AS ms FROM usage_records WHERE meter = 'encoding-hd'",
    )
    const ms = Number(all?.ms)
    const micros = Math.round((ms * 7500) / 60_000)
    expect(micros).toBeGreaterThan(300)
    const usage = await world.owner.call('getBillingUsage', { params: organizationIn(world), query: {} })
    expect(usage.items.find(({ meter }) => meter === 'encoding-hd')).toMatchObject({
      quantity: ms,
      amount: micros,
    })
    const after = await account()
    expect(after.balance).toBe(-Number(usage.total))
    expect(after.spent).toBe(usage.total)
    await world.kinora.sweep()
    expect((await account()).balance).toBe(after.balance)
  })
})

const day = 86_400
const upload = () => world.owner.try('createUpload', { body: { fileName: 'match.mp4', fileSize: 1000 } })
const setTerms = (isPrepaid: boolean, graceDays = 7) =>
  world.owner.call('setBillingTerms', {
    params: organizationIn(world),
    body: { isPrepaid, graceDays, creditLimit: 0 },
  })
const addCredit = (amount: number) =>
  world.owner.call('addBillingCredit', {
    params: organizationIn(world),
    body: { amount, reason: 'A bank transfer' },
  })

describe('an empty wallet', () => {
  it('refuses nothing unless it is prepaid', async () => {
    expect((await account()).balance).toBeLessThan(0)
    expect((await upload()).status).toBe(201)
  })

  it('refuses new uploads and streams after the days of grace, and not what runs', async () => {
    const stream = await newStream(world.owner)
    await world.owner.call('stopLivestream', { params: { id: stream.id } })
    await setTerms(true)
    expect(await account()).toMatchObject({ status: 'empty', graceEndsAt: expect.any(String) })
    expect((await upload()).status).toBe(201)
    clock.advance(8 * day)
    await world.kinora.sweep()
    expect(await account()).toMatchObject({ status: 'refused' })
    const refused = { status: 402, body: { type: '/problems/wallet-empty' } }
    expect(await upload()).toMatchObject(refused)
    expect(await world.owner.try('createLivestream', { body: { name: 'Desk' } })).toMatchObject(refused)
    expect(await world.owner.try('startLivestream', { params: { id: stream.id } })).toMatchObject(refused)
    expect(
      await world.owner.try('reencodeContent', { params: { id: world.content.id }, body: {} }),
    ).toMatchObject(refused)
    expect(await world.owner.try('retryContent', { params: { id: world.content.id } })).toMatchObject(refused)
    expect((await fetch(world.content.urls.hls)).status).toBe(200)
    // Other organizations are not affected.
    const theirs = await world.stranger.try('createUpload', { body: { fileName: 'a.mp4', fileSize: 1000 } })
    expect(theirs.status).toBe(201)
  })

  it('accepts work again as soon as there is money', async () => {
    const events = async () =>
      (
        await world.sql(
          "SELECT type, data FROM outbox WHERE environment_id = $1 AND type LIKE 'billing.wallet%' ORDER BY id",
          [world.owner.environmentId],
        )
      ).map(({ type }) => type)
    expect(await events()).toEqual(['billing.wallet.empty', 'billing.wallet.refused'])
    await addCredit(20_000_000)
    expect((await events()).at(-1)).toBe('billing.wallet.ok')
    const params = organizationIn(world)
    expect(await world.owner.call('getWalletStatus', { params })).toEqual({
      status: 'ok',
      isCapReached: false,
    })
    expect(await account()).toMatchObject({ status: 'ok', graceEndsAt: null })
    expect((await upload()).status).toBe(201)
    await setTerms(true, 0)
    expect((await account()).days.at(-1)?.added).toBe(20_000_000)
  })

  it('reserves money for work, which its charge replaces', async () => {
    const before = await account()
    const params = { id: world.content.id }
    await world.owner.call('reencodeContent', { params, body: {} })
    const [hold] = await world.sql("SELECT amount::int, state FROM billing_holds WHERE key LIKE 'reencode:%'")
    expect(hold?.amount).toBeGreaterThan(0)
    await contentWhen(world.owner, world.content.id, ({ reencode }) => reencode === null)
    await world.kinora.sweep()
    expect(await world.sql("SELECT state FROM billing_holds WHERE state <> 'released'")).toEqual([])
    const after = await account()
    expect(after.held).toBe(0)
    expect(Number(after.balance)).toBeLessThan(Number(before.balance))
    expect(await world.owner.call('getBillingProof', {})).toMatchObject({ faults: [] })
  })
})

describe('a hold of a prepaid wallet', () => {
  const holds = async () => world.sql("SELECT key, state FROM billing_holds WHERE state = 'open'")
  const reencode = () => world.owner.try('reencodeContent', { params: { id: world.content.id }, body: {} })

  it('ends if a re-encoding cannot start', async () => {
    await world.sql('ALTER TABLE contents ADD CONSTRAINT no_reencode CHECK (reencode IS NULL) NOT VALID')
    expect((await reencode()).status).toBe(500)
    expect(await holds()).toEqual([])
    await world.sql('ALTER TABLE contents DROP CONSTRAINT no_reencode')
  })

  it('ends if its video is deleted', async () => {
    const { contentId } = (await upload()).body as { contentId: string }
    const reencodeId = randomUUID()
    const keys = [`encode:${contentId}`, `reencode:${reencodeId}`]
    for (const key of keys)
      await world.sql(
        `SELECT billing_hold($1, organization_id, 'USD', 0, NULL, $2::timestamptz, $2::timestamptz + interval '1 hour')
         FROM environments JOIN contents ON contents.environment_id = environments.id WHERE contents.id = $3`,
        [key, clock.now().toISOString(), contentId],
      )
    await world.sql(
      `UPDATE contents SET reencode = jsonb_build_object('id', $2::text, 'status', 'running', 'progress', 0,
         'errorId', null, 'step', 0, 'profile', '{"name":"Standard"}'::jsonb) WHERE id = $1`,
      [contentId, reencodeId],
    )
    expect((await holds()).map(({ key }) => key).toSorted()).toEqual(keys)
    await world.owner.call('deleteContent', { params: { id: contentId }, query: { permanently: true } })
    expect(await holds()).toEqual([])
  })
})

describe('a spend cap', () => {
  it('refuses new work once a period has cost as much', async () => {
    const set = (amount: number | null) =>
      world.owner.call('setSpendCap', { params: organizationIn(world), body: { amount } })
    expect(await set(1)).toMatchObject({ spendCap: 1 })
    expect(await world.owner.call('getWalletStatus', { params: organizationIn(world) })).toMatchObject({
      isCapReached: true,
    })
    expect(await upload()).toMatchObject({ status: 402, body: { type: '/problems/spend-cap-reached' } })
    await set(null)
    expect((await upload()).status).toBe(201)
  })
})

describe('usage of a meter', () => {
  it('adds up from days to videos, environments and the meter', async () => {
    const params = { ...organizationIn(world), meter: 'stored-bytes' as const }
    // As if the day were over.
    await world.sql('UPDATE usage_stored_days SET day = day - 1')
    await world.kinora.sweep()
    await world.kinora.sweep()
    const { items } = await world.owner.call('getBillingUsage', { params: organizationIn(world), query: {} })
    expect(items.map(({ meter }) => meter)).toContain('stored-bytes')
    for (const { meter, amount } of items) {
      const inMeter = { ...params, meter }
      const sumOf = (rows: readonly { amount: number | string }[]) =>
        rows.reduce((sum, row) => sum + Number(row.amount), 0)
      const environments = await world.owner.call('getMeterUsage', { params: inMeter, query: {} })
      expect(sumOf(environments.items)).toBe(amount)
      const [environment] = environments.items
      const environmentId = environment?.id ?? ''
      const objects = await world.owner.call('getMeterUsage', { params: inMeter, query: { environmentId } })
      expect(sumOf(objects.items)).toBe(environment?.amount)
      const [object] = objects.items
      const query = { environmentId, objectId: object?.id ?? '' }
      const days = await world.owner.call('getMeterUsage', { params: inMeter, query })
      expect(sumOf(days.items)).toBe(object?.amount)
    }
  })

  it('names what was used', async () => {
    const connect = await newConnect(world.owner)
    const campaign = await newCampaign(world)
    for (const [meter, id] of [
      ['campaigns', campaign],
      ['vconnect', connect.id],
    ])
      await world.sql(
        `INSERT INTO usage_records (key, organization_id, environment_id, environment_type, object_id, meter, occurred_at,
           received_at, quantity)
         VALUES ($1, $2, $3, 'production', $4, $5, $6, $6, 1)`,
        [randomUUID(), world.owner.organizationId, world.owner.environmentId, id, meter, clock.now()],
      )
    await world.kinora.sweep()
    const namesIn = async (meter: 'campaigns' | 'vconnect') => {
      const params = { ...organizationIn(world), meter }
      const query = { environmentId: world.owner.environmentId ?? '' }
      return (await world.owner.call('getMeterUsage', { params, query })).items.map(({ name }) => name)
    }
    expect(await namesIn('campaigns')).toEqual(['Spring'])
    expect(await namesIn('vconnect')).toEqual([expect.stringMatching(/^Input \d+ – Destination \d+$/)])
  })

  it('is nothing of others', async () => {
    const params = organizationIn({ owner: world.stranger })
    const path = await makeClip(join(world.folder, 'theirs.avi'), ...pattern(2, '320x180'), '-c:v', 'mpeg4')
    const { id } = await uploadFile(world.stranger, path)
    await contentWhen(world.stranger, id, (each) => isSettled(each) && each.stage === null)
    await world.kinora.sweep()
    const { items } = await world.stranger.call('getBillingUsage', { params, query: {} })
    const [own] = await world.sql(
      "SELECT sum(quantity)::int AS ms FROM usage_records WHERE object_id = $1 AND meter = 'encoding-hd'",
      [id],
    )
    expect(own?.ms).toBeGreaterThan(0)
    expect(items.find(({ meter }) => meter === 'encoding-hd')).toMatchObject({ quantity: own?.ms })
    const inMeter = { ...params, meter: 'encoding-hd' as const }
    const { items: environments } = await world.stranger.call('getMeterUsage', { params: inMeter, query: {} })
    const query = { environmentId: environments[0]?.id ?? '' }
    const objects = await world.stranger.call('getMeterUsage', { params: inMeter, query })
    expect(objects.items.map((row) => row.id)).toEqual([id])
    const viewer = await world.member(JSON.stringify({ Settings: { User: { read: true } } }))
    const asked = { params: organizationIn(world), query: {} }
    expect((await viewer.try('getBillingUsage', asked)).status).toBe(403)
    expect((await world.stranger.try('getBillingUsage', asked)).status).toBe(404)
  })
})

describe('BILLING=off', () => {
  it('leaves no calls, no rights and no records', async () => {
    const stripe = {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk',
      STRIPE_PUBLISHABLE_KEY: 'pk',
      STRIPE_WEBHOOK_SECRET: 'whsec',
    }
    const kinora = await startTestKinora({ env: { BILLING: 'off', ...stripe } })
    const owner = await newOwner(kinora.url)
    const params = organizationIn({ owner })
    expect((await owner.try('getBillingAccount', { params })).status).toBe(404)
    expect((await owner.try('listBillingPlans', {})).status).toBe(404)
    expect((await owner.try('listBillingDocuments', { params, query: {} })).status).toBe(404)
    expect((await owner.try('getBillingDetails', { params })).status).toBe(404)
    expect((await owner.try('listWallets', {})).status).toBe(404)
    expect((await owner.try('getPaymentDetails', { params })).status).toBe(404)
    expect((await owner.try('addBalance', { params, body: { amount: 50_000_000 } })).status).toBe(404)
    expect((await owner.try('estimateCost', { params, query: { usage: 'streaming:1' } })).status).toBe(404)
    const rule = { name: 'Low', metric: 'wallet.balance', condition: 'below', threshold: 20 } as const
    expect((await owner.try('createAlertRule', { params: orgOf(owner), body: rule })).status).toBe(403)
    expect((await owner.send('POST', '/billing/api/v1/stripe/webhook')).status).toBe(404)
    const page = await fetch(`${kinora.url}/x/videos`, { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-security-policy')).not.toContain('stripe')
    const { organizations } = await owner.call('getUser', { params: { id: 'me' } })
    expect(organizations[0]?.grants.filter((right) => right.includes('Billing'))).toEqual([])
    expect(organizations[0]?.grants).toContain('Settings.User.read')
    const documents = await Promise.all(
      ['/docs', '/openapi.json'].map(async (path) => (await fetch(kinora.url + path)).text()),
    )
    expect(documents.filter((text) => text.includes('/billing/'))).toEqual([])
    const path = await makeClip(join(world.folder, 'off.avi'), ...pattern(2, '320x180'), '-c:v', 'mpeg4')
    const { id } = await uploadFile(owner, path)
    await contentWhen(owner, id, (each) => isSettled(each) && each.stage === null)
    await kinora.sweep()
    const pool = openTestPool(kinora)
    const records = await pool.sql('SELECT key FROM usage_records')
    const wallets = await pool.sql('SELECT organization_id FROM billing_wallets')
    await pool.end()
    await kinora.stop()
    expect([records, wallets]).toEqual([[], []])
  })
})
