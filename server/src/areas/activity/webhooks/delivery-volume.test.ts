import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'

let kinora: TestKinora
let pool: pg.Pool
let owner: Client
beforeAll(async () => {
  kinora = await startTestKinora()
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 2 })
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

/** A webhook that receives none of the events of this test. */
const createWebhook = () =>
  owner.call('createWebhook', {
    body: { url: 'https://93.184.216.34/hook', eventTypes: ['video.import.stopped'] },
  })

const addDeliveries = (webhookId: string, status: string, failures: number, age: string) =>
  pool.query(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, body, status, failures, created_at, queued_at)
     VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'video.asset.ready', '{}', $2, $3, now() - $4::interval, now())`,
    [webhookId, status, failures, age],
  )

it('the deliveries of a day are counted in 48 steps, retried ones as failed', async () => {
  const { id } = await createWebhook()
  const { id: other } = await createWebhook()
  await addDeliveries(other, 'delivered', 0, '0')
  for (const [status, failures, age] of [
    ['delivered', 0, '0'],
    ['delivered', 0, '0'],
    ['failed', 9, '0'],
    ['pending', 1, '0'],
    ['pending', 0, '0'],
    ['failed', 9, '5 hours'],
    ['delivered', 0, '25 hours'],
  ] as const)
    await addDeliveries(id, status, failures, age)

  const { items, ...rest } = await owner.call('getDeliveryVolume', { params: { id } })
  expect(rest).toEqual({ stepSeconds: 1800, countedFrom: null })
  expect(items).toHaveLength(48)
  expect(items.at(-1)).toMatchObject({ delivered: 2, failed: 2, pending: 1 })
  const busy = items.filter(({ delivered, failed, pending }) => delivered + failed + pending > 0)
  expect(busy).toHaveLength(2)
  expect(busy[0]).toMatchObject({ delivered: 0, failed: 1, pending: 0 })
  const at = Date.parse(busy[0]?.at ?? '')
  expect(Date.now() - at).toBeGreaterThanOrEqual(5 * 3600_000)
  expect(Date.now() - at).toBeLessThan(5.5 * 3600_000 + 60_000)
})

it('a webhook without deliveries has empty steps, and one of others is not found', async () => {
  const { id } = await createWebhook()
  const { items } = await owner.call('getDeliveryVolume', { params: { id } })
  expect(items.every(({ delivered, failed }) => delivered + failed === 0)).toBe(true)
  const stranger = await newOwner(kinora.url)
  const { status } = await stranger.send('GET', `/services/api/v1/webhooks/${id}/deliveries/volume`)
  expect(status).toBe(404)
})
