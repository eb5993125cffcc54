import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { systemClock } from '../../../platform/clock.ts'
import { openBus } from '../../../platform/events/bus.ts'
import { startSubscriptions } from '../../../platform/events/subscriptions.ts'
import { createLog } from '../../../platform/log.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { startReceiver } from '../../../platform/net/test-receiver.ts'
import { openSecrets } from '../../../platform/secrets.ts'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { startDispatching } from './dispatcher.ts'
import { webhookFanOut } from './fan-out.ts'

it('many dead webhooks of an environment leave capacity for other environments', async () => {
  const web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  const ownPool = new pg.Pool({ connectionString: web.databaseUrl, max: 8 })
  const log = createLog('silent')
  const bus = await openBus(web.databaseUrl, ownPool, log)
  const db = drizzle(ownPool)
  const config = readConfig({ DATA_DIR: web.dataDir, URL_ALLOW_PRIVATE: '127.0.0.0/8' })
  const secrets = await openSecrets(config, db)
  const context = { db, clock: systemClock, config, log, bus, secrets, metrics: createMetrics() }
  const authenticator = { findEnvironments: async () => new Map() }
  const stopFanOut = startSubscriptions(context, [webhookFanOut({ clock: systemClock, authenticator })])
  const stop = startDispatching(context, { total: 32 })
  const [dead, quick] = [await startReceiver(() => null), await startReceiver()]
  const [ill, well] = [await newOwner(web.url), await newOwner(web.url)]
  for (const path of ['/one', '/other'])
    await ill.call('createWebhook', { body: { url: new URL(path, dead.url).href } })
  await well.call('createWebhook', { body: { url: quick.url, eventTypes: ['video.asset.ready'] } })
  const happen = (who: Client, count: number) =>
    ownPool.query(
      `WITH event AS (
           INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
           SELECT gen_random_uuid(), $1, 'video.asset.ready', 'asset', gen_random_uuid(), '{}', now()
           FROM generate_series(1, $2::int) RETURNING environment_id)
         SELECT pg_notify('kinora_events', environment_id::text) FROM event`,
      [who.environmentId, count],
    )
  await happen(ill, 60)
  await expect.poll(() => dead.received.length).toBeGreaterThanOrEqual(8)
  await happen(well, 1)
  await expect.poll(() => quick.received.length, { timeout: patient(60_000) }).toBe(1)
  const { rows } = await ownPool.query(
    'SELECT sum(attempts)::int AS ended FROM deliveries WHERE status <> $1',
    ['delivered'],
  )
  expect(rows).toEqual([{ ended: 0 }])
  await Promise.all([dead.close(), quick.close()])
  await Promise.all([stop(), stopFanOut()])
  await bus.close()
  await ownPool.end()
  await web.stop()
})
