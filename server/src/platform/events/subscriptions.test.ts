import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseConnection, openDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import type { TestDatabase } from '../postgres/test-database.ts'
import { migratedDatabase } from '../postgres/test-migrated.ts'
import { type Bus, openBus } from './bus.ts'
import { emit } from './outbox.ts'
import {
  handlePage,
  registerSubscriptions,
  retryDue,
  type Subscription,
  type SubscriptionContext,
  subscriptionLags,
} from './subscriptions.ts'

let database: TestDatabase
let connection: DatabaseConnection
let bus: Bus
let now = Date.parse('2026-11-22T08:00:00Z')
let context: SubscriptionContext
const log = createLog('silent')
const environmentId = randomUUID()

beforeAll(async () => {
  database = await migratedDatabase()
  connection = openDatabase(database.url, 8, log)
  bus = await openBus(database.url, connection.pool, log)
  context = { db: connection.db, bus, log, clock: { now: () => new Date(now) }, metrics: createMetrics() }
  await connection.pool.query('CREATE TABLE handled (event_id uuid, subscription text)')
})
afterAll(async () => {
  await bus.close()
  await connection.close()
  await database.drop()
})
beforeEach(() => connection.pool.query('TRUNCATE handled, event_subscriptions, failed_events'))

const happen = async (type: 'video.asset.ready' | 'video.asset.updated' = 'video.asset.ready') => {
  const objectId = randomUUID()
  await connection.db.transaction((tx) =>
    emit(tx, environmentId, [{ type, objectId, data: {}, at: new Date(now) }]),
  )
  return objectId
}

/** Records handled events, and fails for the objects in `failing`. */
function recorder(name: string, failing: ReadonlySet<string> = new Set(), more: Partial<Subscription> = {}) {
  return {
    name,
    async handle(tx, { event }) {
      await tx.execute(`INSERT INTO handled VALUES ('${event.object.id}', '${name}')`)
      if (failing.has(event.object.id)) throw new Error(`cannot handle ${event.object.id}`)
    },
    ...more,
  } satisfies Subscription
}

async function handled(name: string): Promise<string[]> {
  const { rows } = await connection.pool.query('SELECT event_id FROM handled WHERE subscription = $1', [name])
  return rows.map((row) => row.event_id)
}

/** Reads to the end, also past open transactions of other tests in this cluster. */
async function readAll(subscription: Subscription): Promise<void> {
  await expect.poll(() => handlePage(context, subscription)).toBe(60_000)
}

describe('a subscription', () => {
  it('starts with the first event after its creation, and handles each once across processes', async () => {
    await happen()
    // An event counts as new until the transactions that were open beside it have ended, also those of other tests.
    const earlier = recorder('earlier')
    await registerSubscriptions(connection.db, [earlier])
    await readAll(earlier)
    const subscription = recorder('once')
    await registerSubscriptions(connection.db, [subscription])
    await registerSubscriptions(connection.db, [subscription])
    const wanted = [await happen(), await happen(), await happen()]
    await Promise.all([1, 2, 3, 4].map(() => readAll(subscription)))
    expect(await handled('once')).toEqual(wanted)
  })

  it('handles the types it names and skips the others', async () => {
    const subscription = recorder('typed', undefined, { types: ['video.asset.updated'] })
    await registerSubscriptions(connection.db, [subscription])
    await happen()
    const updated = await happen('video.asset.updated')
    await readAll(subscription)
    expect(await handled('typed')).toEqual([updated])
    expect(await subscriptionLags(connection.db)).toEqual([{ name: 'typed', lag: 0, deadLetters: 0 }])
  })

  it('receives several events at once if it supports batches', async () => {
    const sizes: number[] = []
    const subscription = recorder('many', undefined, {
      handleMany: async (_tx, events) => void sizes.push(events.length),
    })
    await registerSubscriptions(connection.db, [subscription])
    for (let n = 0; n < 3; n++) await happen()
    await readAll(subscription)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3)
    expect(sizes.length).toBeLessThan(3)
  })

  it('sets a failing event aside, rolls back its changes, and handles the next ones', async () => {
    const failing = new Set<string>()
    const subscription = recorder('failing', failing)
    await registerSubscriptions(connection.db, [subscription])
    const [good, bad, last] = [await happen(), await happen(), await happen()]
    failing.add(bad)
    await readAll(subscription)
    expect(await handled('failing')).toEqual([good, last])

    failing.clear()
    await retryDue(context, subscription)
    expect(await handled('failing')).toEqual([good, last])
    now += 1000
    await retryDue(context, subscription)
    expect(await handled('failing')).toEqual([good, last, bad])
  })

  it('reads a page again only once for an event in it that fails', async () => {
    const failing = new Set<string>()
    let calls = 0
    const own = recorder('pages', failing)
    const subscription = {
      ...own,
      handle: (...given: Parameters<Subscription['handle']>) => {
        calls += 1
        return own.handle(...given)
      },
    }
    const objects: string[] = []
    await registerSubscriptions(connection.db, [subscription])
    for (let n = 0; n < 40; n++) objects.push(await happen())
    failing.add(objects[35] ?? '')
    await readAll(subscription)
    expect(await handled('pages')).toEqual(objects.filter((id) => !failing.has(id)))
    // As a page, then one by one up to the event that fails, then the rest as a page.
    expect(calls).toBeLessThanOrEqual(36 + 36 + 4)
  })

  it('gives up an event after six attempts', async () => {
    const failing = new Set<string>()
    const subscription = recorder('dead', failing)
    await registerSubscriptions(connection.db, [subscription])
    failing.add(await happen())
    await readAll(subscription)
    for (let hour = 0; hour < 8; hour++) {
      now += 3600_000
      await retryDue(context, subscription)
    }
    const { rows } = await connection.pool.query('SELECT * FROM failed_events')
    expect(rows).toMatchObject([{ attempts: 6, next_attempt_at: null, event_type: 'video.asset.ready' }])
    expect(rows[0].error).toContain('cannot handle')
    expect(await subscriptionLags(connection.db)).toEqual([{ name: 'dead', lag: 0, deadLetters: 1 }])
  })
})
