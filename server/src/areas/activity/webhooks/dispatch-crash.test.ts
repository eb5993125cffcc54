import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../platform/net/test-receiver.ts'
import { newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'

// One kill in every run, ten in `npm run test:crash`.
const isChaos = process.env.KINORA_TEST_CHAOS === 'true'
const EVENTS = Number(process.env.KINORA_TEST_EVENTS ?? (isChaos ? 2000 : 400))
const BATCH = 100
const KILLS = isChaos ? 10 : 1
const FAILING = 0.3

let kinora: TestKinora
let pool: pg.Pool
let receiver: Receiver
let worker: ChildProcess
let ending = false
const faults: string[] = []
/** Number of receipts per event. */
const taken = new Map<string, number>()

beforeAll(async () => {
  // Only the web role. The killed processes send to webhooks.
  kinora = await startTestKinora({ env: { ROLES: 'web' } })
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 2 })
  receiver = await startReceiver(({ event }) => {
    if (Math.random() < FAILING) return { status: 500 }
    taken.set(event.id, (taken.get(event.id) ?? 0) + 1)
    return { status: 204 }
  })
})
afterAll(async () => {
  ending = true
  worker.kill('SIGKILL')
  await receiver.close()
  await pool.end()
  await kinora.stop()
})

/** Starts a worker, and restarts it each time it dies. */
function keepWorking(): void {
  const program = join(import.meta.dirname, 'fixtures/dispatch.ts')
  worker = spawn(process.execPath, [program, kinora.databaseUrl, kinora.dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  worker.stderr?.on('data', (chunk) => {
    said += String(chunk)
  })
  worker.on('exit', () => {
    if (said !== '') faults.push(said)
    if (!ending) keepWorking()
  })
}

it(
  'every event arrives, under its own id, though the receiver fails and workers are killed',
  async () => {
    const owner = await newOwner(kinora.url)
    const { id } = await owner.call('createWebhook', {
      body: { url: receiver.url, eventTypes: ['video.asset.updated'] },
    })
    keepWorking()
    const killing = (async () => {
      for (let n = 0; n < KILLS; n++) {
        if (worker.stdout !== null) await once(worker.stdout, 'data')
        await pause(50 + Math.random() * 800)
        const gone = once(worker, 'exit')
        worker.kill('SIGKILL')
        await gone
      }
    })()
    for (let n = 0; n < EVENTS; n += BATCH) {
      await pool.query(
        `WITH event AS (
         INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
         SELECT gen_random_uuid(), $1, 'video.asset.updated', 'asset', gen_random_uuid(), '{}', now()
         FROM generate_series(1, $2::int) RETURNING environment_id)
       SELECT pg_notify('kinora_events', environment_id::text) FROM event`,
        [owner.environmentId, BATCH],
      )
      await pause(100)
    }
    await killing

    const left = async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int AS count FROM deliveries WHERE status <> 'delivered'`,
      )
      return rows[0]?.count
    }
    await expect.poll(() => taken.size, { timeout: patient(120_000), interval: 200 }).toBe(EVENTS)
    await expect.poll(left).toBe(0)
    const { rows } = await pool.query(
      `SELECT count(*)::int AS deliveries, count(DISTINCT event_id)::int AS events FROM deliveries WHERE webhook_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ deliveries: EVENTS, events: EVENTS }])
    for (const { headers, event } of receiver.received) expect(headers['webhook-id']).toBe(event.id)
    expect(faults).toEqual([])
  },
  patient(300_000),
)
