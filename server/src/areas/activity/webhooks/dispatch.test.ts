// Slow: deliveries wait in real time for their next attempt.
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type DeliveryDetail, type EventType, keptDays, webhookLimits } from '@kinora/contract'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Receiver, startReceiver } from '../../../platform/net/test-receiver.ts'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { emailsOf, emailTo } from '../../../testing/mailbox.ts'
import { newMember, type Sql } from '../../../testing/members.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

let kinora: TestKinora
let pool: pg.Pool
let sql: Sql
let now = Date.now()
const clock = { now: () => new Date(now) }
beforeAll(async () => {
  kinora = await startTestKinora({ clock, env: { SESSION_DAYS: '300' } })
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 2 })
  sql = async (text, values = []) => (await pool.query(text, values)).rows
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})
const receivers: Receiver[] = []
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})

async function receive(decide?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(decide)
  receivers.push(receiver)
  return receiver
}

interface Subscribed {
  readonly who: Client
  readonly id: string
  readonly secret: string
  /** Creates an event that the webhook receives. */
  happen(type?: EventType): Promise<string>
  /** Waits for a delivery of the event that meets the condition. */
  delivery(eventId: string, isWanted: (delivery: DeliveryDetail) => boolean): Promise<DeliveryDetail>
}

/** Creates an event. */
async function happenFor(who: Client, type: EventType): Promise<string> {
  const eventId = randomUUID()
  await sql(
    `WITH event AS (
       INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
       VALUES ($1, $2, $3, 'asset', $1, '{"title":"రాత్రి వార్తలు"}', $4) RETURNING environment_id)
     SELECT pg_notify('kinora_events', environment_id::text) FROM event`,
    [eventId, who.environmentId, type, clock.now()],
  )
  return eventId
}

/** A new organization with one webhook. */
async function subscribe(url: string, eventTypes: EventType[] = ['video.asset.ready']): Promise<Subscribed> {
  const who = await newOwner(kinora.url)
  // Events before the creation of the webhook are not sent, and this clock is fixed.
  now += 1
  const { id, secret } = await who.call('createWebhook', { body: { url, eventTypes } })
  return {
    who,
    id,
    secret,
    happen: (type = 'video.asset.ready') => happenFor(who, type),
    async delivery(eventId, isWanted) {
      for (let n = 0; n < 600; n++) {
        const { items } = await who.call('listDeliveries', { params: { id }, query: { pageSize: 100 } })
        const found = items.find((each) => each.eventId === eventId)
        if (found !== undefined) {
          const detail = await who.call('getDelivery', { params: { id, deliveryId: found.id } })
          if (isWanted(detail)) return detail
        }
        await pause(50)
      }
      throw new Error('the delivery is not as wanted')
    },
  }
}

const isDelivered = ({ status }: DeliveryDetail) => status === 'delivered'
const after = (attempts: number) => (delivery: DeliveryDetail) => delivery.attempts === attempts

describe('an event', () => {
  it('is sent signed by Standard Webhooks, in the form of the contract', async () => {
    const receiver = await receive(() => ({ status: 200, headers: { 'x-theirs': '1' }, body: 'thank you' }))
    const { who, secret, happen, delivery } = await subscribe(receiver.url)
    const eventId = await happen()
    const detail = await delivery(eventId, isDelivered)
    const [got] = receiver.received
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Kinora/1',
      'webhook-id': eventId,
    })
    const signed = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
        name,
        String(got?.headers[name]),
      ]),
    )
    expect(new Webhook(secret).verify(got?.body ?? '', signed)).toEqual({
      id: eventId,
      type: 'video.asset.ready',
      createdAt: clock.now().toISOString(),
      environment: { id: who.environmentId, name: 'Production' },
      object: { type: 'asset', id: eventId },
      data: { title: 'రాత్రి వార్తలు' },
    })
    const [, t = '', v1 = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got?.headers['kinora-signature'])) ?? []
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${got?.body}`).digest('hex'))
    expect(detail).toMatchObject({ attempts: 1, answerStatus: 200, nextAttemptAt: null, body: got?.body })
    expect(detail.log).toMatchObject([
      {
        number: 1,
        answerStatus: 200,
        fault: null,
        answerHeaders: { 'x-theirs': '1' },
        answerBody: 'thank you',
        requestHeaders: { 'webhook-id': eventId },
      },
    ])
    expect(JSON.stringify(detail)).not.toContain(secret)
  })

  it('is sent once to each webhook of its environment that subscribes to its type', async () => {
    const [all, some, others] = [await receive(), await receive(), await receive()]
    const { who, happen } = await subscribe(some.url, ['video.asset.ready'])
    await who.call('createWebhook', { body: { url: all.url } })
    await subscribe(others.url, [])
    const ready = await happen()
    const updated = await happen('video.asset.updated')
    await expect
      .poll(() => all.received.map(({ event }) => event.id))
      .toEqual(expect.arrayContaining([ready, updated]))
    await expect.poll(() => some.received.map(({ event }) => event.id)).toEqual([ready])
    await pause(300)
    expect(all.received.filter(({ event }) => event.id === ready)).toHaveLength(1)
    expect(others.received.map(({ event }) => event.id)).not.toContain(ready)
  })

  it('is signed with both secrets during a rotation, and with the new one afterwards', async () => {
    const receiver = await receive()
    const { who, id, secret: first, happen } = await subscribe(receiver.url)
    const { secret: second } = await who.call('rotateWebhookSecret', { params: { id } })
    const verified = async (secret: string) => {
      const got = receiver.received.at(-1)
      if (got === undefined) throw new Error('nothing was received')
      const { headers, body } = got
      const own = String(headers['kinora-signature'])
      const t = /t=(\d+)/.exec(own)?.[1]
      const isOwn = own.includes(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
      const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const key = Buffer.from(secret.slice(6), 'base64')
      const isStandard = String(headers['webhook-signature'])
        .split(' ')
        .includes(`v1,${createHmac('sha256', key).update(text).digest('base64')}`)
      return isOwn && isStandard
    }
    await happen()
    await expect.poll(() => receiver.received.length).toBe(1)
    expect([await verified(first), await verified(second)]).toEqual([true, true])
    now += webhookLimits.rotationHours * HOUR_MS
    await happen()
    await expect.poll(() => receiver.received.length).toBe(2)
    expect([await verified(first), await verified(second)]).toEqual([false, true])
    expect((await who.call('getWebhook', { params: { id } })).rotatingUntil).toBeNull()
  })
})

describe('an attempt that fails', () => {
  it('is retried by the schedule under the same ID with a new signature, until the last attempt', async () => {
    const receiver = await receive(() => ({ status: 500, body: 'not now' }))
    const { happen, delivery } = await subscribe(receiver.url)
    const eventId = await happen()
    for (const [index, delay] of webhookLimits.retryDelays.entries()) {
      const waiting = await delivery(eventId, after(index + 1))
      const restMs = Date.parse(waiting.nextAttemptAt ?? '') - now
      expect(waiting.status).toBe('pending')
      expect(restMs).toBeGreaterThanOrEqual(delay * 1000)
      expect(restMs).toBeLessThanOrEqual(delay * 1100)
      now += restMs
    }
    const given = await delivery(eventId, after(webhookLimits.retryDelays.length + 1))
    expect(given).toMatchObject({ status: 'failed', nextAttemptAt: null, answerStatus: 500 })
    expect(given.log).toHaveLength(webhookLimits.retryDelays.length + 1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]))
    const timestamps = receiver.received.map(({ headers }) => headers['webhook-timestamp'])
    expect(new Set(timestamps).size).toBe(timestamps.length)
  })

  it('waits for as long as Retry-After says, within a day, and never less than by the schedule', async () => {
    const asked = ['120', new Date(now + 2 * HOUR_MS).toUTCString(), '99999999', '0', 'soon']
    const receiver = await receive((_received, count) => ({
      status: 503,
      headers: { 'retry-after': asked[count - 1] ?? '' },
    }))
    const { happen, delivery } = await subscribe(receiver.url)
    const eventId = await happen()
    const rests: number[] = []
    for (const index of asked.keys()) {
      const waiting = await delivery(eventId, after(index + 1))
      const restMs = Date.parse(waiting.nextAttemptAt ?? '') - now
      rests.push(restMs / 1000)
      now += restMs
    }
    const between = (value: number | undefined, least: number) => {
      expect(value).toBeGreaterThanOrEqual(least)
      expect(value).toBeLessThanOrEqual(least * 1.1 + 1)
    }
    between(rests[0], 120)
    between(rests[1], 2 * 3600 - (rests[0] ?? 0) - 1)
    between(rests[2], 24 * 3600)
    between(rests[3], webhookLimits.retryDelays[3])
    between(rests[4], webhookLimits.retryDelays[4])
  })

  it('by 410 disables the webhook immediately and notifies its creator', async () => {
    const receiver = await receive(() => ({ status: 410 }))
    const { who, id, happen, delivery } = await subscribe(receiver.url)
    const eventId = await happen()
    expect(await delivery(eventId, after(1))).toMatchObject({ status: 'failed', nextAttemptAt: null })
    expect(await who.call('getWebhook', { params: { id } })).toMatchObject({
      status: 'disabled',
      disabledBecause: 'gone',
    })
    const { items: events } = await who.call('listEvents', { query: { objectId: id } })
    expect(events[0]).toMatchObject({ type: 'webhook.disabled', data: { because: 'gone' } })
    const { items: trail } = await who.call('listAudit', {
      query: { organizationId: who.organizationId ?? '', action: ['webhook.disabled'] },
    })
    expect(trail).toMatchObject([{ by: { kind: 'kinora', name: 'Kinora' }, after: { because: 'gone' } }])
    await expect.poll(async () => String(await emailsOf(kinora))).toContain(new URL(receiver.url).host)
    await happen()
    await pause(300)
    expect(receiver.received).toHaveLength(1)
  })

  it('by 410 still disables the webhook if it could not be recorded at first', async () => {
    const receiver = await receive(() => ({ status: 410 }))
    const { who, id, happen, delivery } = await subscribe(receiver.url)
    await sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON audit_trail FOR EACH ROW WHEN (NEW.object_type = 'webhook') EXECUTE FUNCTION fail()`)
    const eventId = await happen()
    await expect.poll(() => kinora.logged()).toContain('was not stored')
    await sql('DROP TRIGGER fail ON audit_trail')
    now += 60_000
    await delivery(eventId, ({ status }) => status === 'failed')
    expect(await who.call('getWebhook', { params: { id } })).toMatchObject({ disabledBecause: 'gone' })
  })

  it('by 410 notifies the owners if the creator of the webhook is no longer a member', async () => {
    const receiver = await receive(() => ({ status: 410 }))
    const email = `${randomUUID()}@example.com`
    const owner = await newOwner(kinora.url, { email })
    const member = await newMember(owner, sql, null)
    now += 1
    await member.call('createWebhook', { body: { url: `${receiver.url}?token=canary-91c` } })
    const { id: userId, email: gone } = await member.call('getUser', { params: { id: 'me' } })
    await owner.call('removeMember', { params: { id: owner.organizationId ?? '' }, query: { userId } })
    await happenFor(owner, 'video.asset.ready')
    const mail = await emailTo(kinora, email)
    expect(mail).toContain('127.0.0.1')
    expect(mail).not.toContain('canary-91c')
    expect((await emailsOf(kinora)).filter((each) => each.includes(gone))).toEqual([])
  })

  it('for five days without a success disables the webhook and fails waiting deliveries', async () => {
    const receiver = await receive(() => ({ status: 500 }))
    const { who, id, happen, delivery } = await subscribe(receiver.url)
    const first = await happen()
    await delivery(first, after(1))
    expect((await who.call('getWebhook', { params: { id } })).failingSince).toBe(new Date(now).toISOString())
    now += webhookLimits.disabledAfterDays * DAY_MS - 60_000
    await delivery(first, after(2))
    expect(await who.call('getWebhook', { params: { id } })).toMatchObject({ status: 'active' })
    now += 60_000
    const second = await happen()
    await delivery(second, after(1))
    expect(await who.call('getWebhook', { params: { id } })).toMatchObject({
      status: 'disabled',
      disabledBecause: 'failing',
    })
    for (const eventId of [first, second]) await delivery(eventId, ({ status }) => status === 'failed')

    await who.call('updateWebhook', { params: { id }, body: { status: 'active' } })
    expect((await who.call('getWebhook', { params: { id } })).failingSince).toBeNull()
    now += DAY_MS
    await pause(1500)
    expect(receiver.received).toHaveLength(3)
  })

  it('is reset by a successful one', async () => {
    let status = 500
    const receiver = await receive(() => ({ status }))
    const { who, id, happen, delivery } = await subscribe(receiver.url)
    const eventId = await happen()
    await delivery(eventId, after(1))
    status = 200
    now += 6000
    await delivery(eventId, isDelivered)
    expect((await who.call('getWebhook', { params: { id } })).failingSince).toBeNull()
  })
})

describe('a webhook that is slow or dead', () => {
  it('delays no other', async () => {
    const dead = await receive(() => null)
    const quick = await receive()
    const slow = await subscribe(dead.url)
    const other = await subscribe(quick.url)
    for (let n = 0; n < 40; n++) await slow.happen()
    await expect.poll(() => dead.received.length).toBeGreaterThan(0)
    for (let n = 0; n < 20; n++) await other.happen()
    await expect.poll(() => quick.received.length, { interval: 20 }).toBe(20)
    // They did not wait until an attempt on the dead one ended.
    const { items } = await slow.who.call('listDeliveries', { params: { id: slow.id }, query: {} })
    expect(items.map(({ attempts }) => attempts)).toEqual(items.map(() => 0))
    await slow.who.call('deleteWebhook', { params: { id: slow.id } })
  })
})

describe('an address', () => {
  it('is checked at each send, and the refusal is reported', async () => {
    const receiver = await receive()
    const { id, happen, delivery } = await subscribe(receiver.url)
    const forbidden = [
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:192.168.0.1]/',
      'http://[::1]/',
    ]
    for (const address of forbidden) {
      await sql('UPDATE webhooks SET url = $1 WHERE id = $2', [address, id])
      const { log } = await delivery(await happen(), after(1))
      expect(log).toMatchObject([
        { answerStatus: null, fault: expect.stringContaining('is not a public address') },
      ])
    }
    expect(receiver.received).toEqual([])
  })
})

describe('a test', () => {
  it('is sent immediately, even to a disabled webhook, logged, and never retried', async () => {
    let status = 500
    const receiver = await receive(() => ({ status, body: 'heard' }))
    const { who, id } = await subscribe(receiver.url)
    await who.call('updateWebhook', { params: { id }, body: { status: 'disabled' } })
    const failed = await who.call('testWebhook', {
      params: { id },
      body: { eventType: 'video.upload.created' },
    })
    expect(failed).toMatchObject({
      status: 'failed',
      eventType: 'video.upload.created',
      attempts: 1,
      answerStatus: 500,
      nextAttemptAt: null,
      log: [{ answerBody: 'heard' }],
    })
    expect(receiver.received[0]?.event).toMatchObject({
      id: failed.eventId,
      type: 'video.upload.created',
      object: { type: 'upload' },
      data: { test: true },
    })
    status = 200
    const passed = await who.call('testWebhook', { params: { id }, body: {} })
    expect(passed.status).toBe('delivered')
    expect((await who.call('getWebhook', { params: { id } })).failingSince).toBeNull()
    now += 10 * HOUR_MS
    await pause(1200)
    expect(receiver.received).toHaveLength(2)
  })

  it('that is resent is tried once and does not affect the health of the webhook', async () => {
    const receiver = await receive(() => ({ status: 500 }))
    const { who, id, delivery } = await subscribe(receiver.url)
    const tried = await who.call('testWebhook', { params: { id }, body: {} })
    await who.call('resendDeliveries', { params: { id }, body: { deliveryId: tried.id } })
    const again = await delivery(tried.eventId, after(2))
    expect(again).toMatchObject({ status: 'failed', nextAttemptAt: null })
    expect((await who.call('getWebhook', { params: { id } })).failingSince).toBeNull()
  })
})

describe('sending again', () => {
  it('also applies to a delivery in progress, whose result is then ignored', async () => {
    const first = Promise.withResolvers<Answer>()
    const receiver = await receive((_received, count) => (count === 1 ? first.promise : { status: 200 }))
    const { who, id, happen, delivery } = await subscribe(receiver.url)
    const eventId = await happen()
    await expect.poll(() => receiver.received.length).toBe(1)
    const { id: deliveryId } = await delivery(eventId, ({ status }) => status === 'pending')
    now += 1
    await who.call('resendDeliveries', { params: { id }, body: { deliveryId } })
    await delivery(eventId, isDelivered)
    first.resolve({ status: 500 })
    await delivery(await happen(), isDelivered)
    expect(await delivery(eventId, after(1))).toMatchObject({ status: 'delivered', answerStatus: 200 })
  })

  it('sends one delivery, or all that failed in a time range, under the same IDs', async () => {
    let status = 410
    const receiver = await receive(() => ({ status }))
    const { who, id, happen, delivery } = await subscribe(receiver.url)
    const before = new Date(now).toISOString()
    const lost = await happen()
    const failed = await delivery(lost, after(1))
    status = 200
    await who.call('updateWebhook', { params: { id }, body: { status: 'active' } })
    now += 1000
    const fine = await happen()
    const delivered = await delivery(fine, isDelivered)

    const resend = (body: object) => who.call('resendDeliveries', { params: { id }, body })
    const range = { from: before, to: new Date(now + 1).toISOString() }
    expect(await resend({ from: before, to: before })).toEqual({ resent: 0 })
    expect(await resend(range)).toEqual({ resent: 1 })
    expect(await delivery(lost, isDelivered)).toMatchObject({ attempts: 2, id: failed.id })
    expect(await resend(range)).toEqual({ resent: 0 })
    expect(await resend({ deliveryId: delivered.id })).toEqual({ resent: 1 })
    await delivery(fine, after(2))
    expect(receiver.received.map(({ event }) => event.id)).toEqual([lost, fine, lost, fine])
    const unknown = await who.send('POST', `/services/api/v1/webhooks/${id}/resend`, {
      body: { deliveryId: randomUUID() },
    })
    expect(unknown.status).toBe(404)
  })
})

describe('deliveries', () => {
  it('are paged and filtered, for one environment only', async () => {
    const receiver = await receive()
    const { who, id, happen, delivery } = await subscribe(receiver.url)
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push(await happen())
    for (const eventId of made) await delivery(eventId, isDelivered)
    const list = (query: object) => who.call('listDeliveries', { params: { id }, query })
    const first = await list({ pageSize: 3 })
    const rest = await list({ pageSize: 3, cursor: first.nextCursor })
    expect(new Set([...first.items, ...rest.items].map(({ eventId }) => eventId))).toEqual(new Set(made))
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([3, 2, null])
    expect((await list({ status: 'failed' })).items).toEqual([])
    const other = await newOwner(kinora.url)
    const path = `/services/api/v1/webhooks/${id}/deliveries`
    expect((await other.send('GET', path)).status).toBe(404)
    expect((await other.send('GET', `${path}/${first.items[0]?.id}`)).status).toBe(404)
  })

  it('are deleted with their webhook or after 30 days', async () => {
    const receiver = await receive()
    const [deleted, kept] = [await subscribe(receiver.url), await subscribe(receiver.url)]
    for (const { happen, delivery } of [deleted, kept]) await delivery(await happen(), isDelivered)
    const count = async (id: string) =>
      (
        await sql(
          'SELECT id FROM deliveries JOIN delivery_attempts ON delivery_id = id WHERE webhook_id = $1',
          [id],
        )
      ).length
    await deleted.who.call('deleteWebhook', { params: { id: deleted.id } })
    expect([await count(deleted.id), await count(kept.id)]).toEqual([0, 1])
    now += keptDays * DAY_MS + 1000
    const late = client(kinora.url, kept.who.token, null, kept.who.environmentId)
    const list = () => late.call('listDeliveries', { params: { id: kept.id }, query: {} })
    expect((await list()).items).toEqual([])
    await kinora.sweep()
    expect(await count(kept.id)).toBe(0)
  })

  it('create no events, however often they fail', async () => {
    const receiver = await receive(() => ({ status: 500 }))
    const { happen, delivery, who } = await subscribe(receiver.url, [])
    const eventId = await happen()
    await delivery(eventId, after(1))
    now += 6000
    await delivery(eventId, after(2))
    const { items } = await who.call('listEvents', { query: {} })
    expect(items.map(({ type }) => type).sort()).toEqual([
      'environment.created',
      'video.asset.ready',
      'webhook.created',
    ])
    const receivedTypes = new Set(receiver.received.map(({ event }) => event.type))
    expect(receivedTypes).toEqual(new Set(['webhook.created', 'video.asset.ready']))
  })
})
