import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeadLetter } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

const clock = movableClock()
let kinora: TestKinora
let pool: TestPool
let admin: Client
let webhookId: string
const receiver = createServer((_request, response) => response.end())

beforeAll(async () => {
  kinora = await startTestKinora({ clock })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  pool = openTestPool(kinora)
  admin = await newOwner(kinora.url)
  await pool.sql(`
    CREATE FUNCTION refuse_delivery() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no delivery can be stored'; END $$`)
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  webhookId = (await admin.call('createWebhook', { body: { url } })).id
  await settled(async () => expect(await deliveredEvents()).toHaveLength(1))
})
afterAll(async () => {
  receiver.close()
  await pool.end()
  await kinora.stop()
})

/** Creates folders while deliveries cannot be stored, until the events of both are dead letters. */
async function makeDeadLetters(): Promise<DeadLetter[]> {
  await pool.sql(
    'CREATE TRIGGER refuse BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse_delivery()',
  )
  for (const name of [randomUUID(), randomUUID()]) await admin.call('createCollection', { body: { name } })
  const dead = await settled(async () => {
    clock.advance(3600)
    await pool.sql("SELECT pg_notify('kinora_events', '')")
    const { items } = await admin.call('listDeadLetters', { query: {} })
    expect(items).toHaveLength(2)
    return items
  })
  await pool.sql('DROP TRIGGER refuse ON deliveries')
  return dead
}

const deliveredEvents = async () => {
  const { items } = await admin.call('listDeliveries', { params: { id: webhookId }, query: {} })
  return items.map(({ eventId }) => eventId)
}
const auditedActions = async (objectId: string) => {
  const query = { organizationId: admin.organizationId ?? '', objectId }
  const { items } = await admin.call('listAudit', { query })
  return items.map(({ action, after }) => [action, after])
}
const settled = <T>(check: () => Promise<T>) => eventually(check)

it('are listed with their event, retried together, and audited', async () => {
  const dead = await makeDeadLetters()
  const [first] = dead
  expect(first).toMatchObject({
    subscription: 'activity.webhooks',
    attempts: 6,
    error: expect.stringContaining('no delivery can be stored'),
    environment: { id: admin.environmentId },
  })
  const detail = await admin.call('getDeadLetter', { params: { id: first?.id ?? '' } })
  expect(detail).toMatchObject({ ...first, event: { id: first?.eventId, type: first?.eventType } })

  expect(await admin.call('retryDeadLetters', {})).toEqual({ retried: 2 })
  const eventIds = dead.map(({ eventId }) => eventId)
  await settled(async () => expect(await deliveredEvents()).toEqual(expect.arrayContaining(eventIds)))
  expect(await admin.call('listDeadLetters', { query: {} })).toMatchObject({ items: [], totalItems: 0 })
  expect(await admin.call('retryDeadLetters', {})).toEqual({ retried: 0 })
  expect(await auditedActions(first?.eventId ?? '')).toEqual([
    ['event.retried', { subscription: 'activity.webhooks' }],
  ])
})

it('are retried or deleted one by one', async () => {
  const [first, second] = await makeDeadLetters()
  if (first === undefined || second === undefined) throw new Error('two dead letters were made')
  await admin.call('retryDeadLetter', { params: { id: first.id } })
  await admin.call('deleteDeadLetter', { params: { id: second.id } })
  await settled(async () => expect(await deliveredEvents()).toContain(first.eventId))
  expect(await deliveredEvents()).not.toContain(second.eventId)
  expect(await admin.call('listDeadLetters', { query: {} })).toMatchObject({ items: [] })
  expect(await auditedActions(second.eventId)).toEqual([
    ['event.discarded', { subscription: 'activity.webhooks' }],
  ])
  const again = await admin.try('retryDeadLetter', { params: { id: second.id } })
  expect(again.status).toBe(404)
})

it('are deleted with their events, after 30 days', async () => {
  await makeDeadLetters()
  clock.advance(31 * 24 * 3600)
  await kinora.sweep()
  expect(await pool.sql('SELECT 1 FROM failed_events')).toEqual([])
})
