import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mendOutbox, outboxEnd, outboxPartitions, readOutbox } from '../events/outbox.ts'
import { createLog } from '../log.ts'
import type { TestDatabase } from '../postgres/test-database.ts'
import { migratedDatabase } from '../postgres/test-migrated.ts'
import { type DatabaseConnection, openDatabase } from './database.ts'
import { keepPartitions } from './partitions.ts'

const lines: string[] = []
const log = createLog('warn', { write: (line) => void lines.push(line) })
const environmentId = randomUUID()

let database: TestDatabase
let connection: DatabaseConnection
beforeAll(async () => {
  database = await migratedDatabase()
  connection = openDatabase(database.url, 4, log)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const keep = (now: string) => keepPartitions(connection.db, outboxPartitions, new Date(now), log)

async function insert(createdAt: string, transactionId?: string): Promise<string> {
  const id = randomUUID()
  await connection.pool.query(
    `INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at
       ${transactionId === undefined ? '' : ', transaction_id'})
     VALUES ($1, $2, 'video.asset.updated', 'asset', $1, '{}', $3 ${transactionId === undefined ? '' : ', $4'})`,
    [id, environmentId, createdAt, ...(transactionId === undefined ? [] : [transactionId])],
  )
  return id
}

async function partitionOf(id: string): Promise<string | undefined> {
  const { rows } = await connection.pool.query(
    `SELECT tableoid::regclass AS name FROM outbox WHERE id = $1`,
    [id],
  )
  return rows[0]?.name
}

const weeks = async () => {
  const { rows } = await connection.pool.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'outbox'::regclass ORDER BY 1`,
  )
  return rows.map(({ name }) => name).filter((name) => name > 'outbox_2040' && name < 'outbox_2041')
}

/** Reads all events once the cluster has no older transaction. Concurrent tests have some open. */
const order = async () => {
  for (;;) {
    const { events, pending } = await readOutbox(connection.db, environmentId, null, 100)
    if (!pending) return events.map(({ event }) => event.id)
    await pause(20)
  }
}

describe('partitions', () => {
  it('are created for this week and the next three, starting on Mondays', async () => {
    await keep('2040-05-16T12:00:00Z')
    expect(await weeks()).toEqual([
      'outbox_20400514',
      'outbox_20400521',
      'outbox_20400528',
      'outbox_20400604',
    ])
    await keep('2040-05-21T00:00:00Z')
    expect((await weeks()).at(-1)).toBe('outbox_20400611')
    expect(await partitionOf(await insert('2040-05-20T23:59:59.999Z'))).toBe('outbox_20400514')
    expect(await partitionOf(await insert('2040-05-21T00:00:00Z'))).toBe('outbox_20400521')
  })

  it('accept every row: rows without a partition go to the default one and move when their partition is created', async () => {
    const early = await insert('2040-06-20T08:00:00Z')
    const later = await insert('2040-06-27T08:00:00Z')
    expect(await partitionOf(early)).toBe('outbox_default')
    const before = await order()
    await keep('2040-05-30T00:00:00Z')
    expect(await partitionOf(early)).toBe('outbox_20400618')
    expect(await partitionOf(later)).toBe('outbox_default')
    expect(await order()).toEqual(before)
  })

  it('are dropped once their last row is older than 30 days, and not earlier', async () => {
    await keep('2040-06-19T23:00:00Z')
    expect(await weeks()).toContain('outbox_20400514')
    await keep('2040-06-20T00:00:00Z')
    expect(await weeks()).not.toContain('outbox_20400514')
    expect(await weeks()).toContain('outbox_20400521')
  })

  it('do not block concurrent users of the table, and are created next time', async () => {
    const reader = await connection.pool.connect()
    await reader.query('BEGIN')
    await reader.query('SELECT count(*) FROM outbox')
    await keep('2040-07-10T00:00:00Z')
    expect(lines.join('')).toContain('a partition could not be changed')
    expect(await partitionOf(await insert('2040-07-25T00:00:00Z'))).toBe('outbox_default')
    await reader.query('COMMIT')
    reader.release()
    await keep('2040-07-10T00:00:00Z')
    expect(await weeks()).toContain('outbox_20400723')
  })

  it('are created once by concurrent processes', async () => {
    await Promise.all([1, 2, 3].map(() => keep('2040-08-15T00:00:00Z')))
    expect(await weeks()).toContain('outbox_20400903')
  })
})

describe('the outbox', () => {
  it('continue after a restore into a cluster with a new transaction counter', async () => {
    const ahead = await insert('2040-08-20T00:00:00Z', '9000000000000')
    await connection.pool.query(`INSERT INTO event_subscriptions VALUES ('test', '9000000000001', $1)`, [
      ahead,
    ])
    await mendOutbox(connection.db)
    await order()
    const end = await outboxEnd(connection.db)
    const fresh = await insert('2040-08-20T00:00:00Z')
    expect((await order()).slice(-2)).toEqual([ahead, fresh])
    const { events } = await readOutbox(connection.db, environmentId, end, 10)
    expect(events.map(({ event }) => event.id)).toEqual([fresh])
    const { rows } = await connection.pool.query(`SELECT transaction_id::text AS at FROM event_subscriptions`)
    expect(rows).toEqual([{ at: '0' }])
  })
})
