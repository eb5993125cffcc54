import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { mendOutbox, outboxEnd, outboxPartitions, readOutbox, workOffOutbox } from '../events/outbox.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { migratedDatabase, migrations } from '../postgres/test-migrated.ts'
import { type DatabaseConnection, migrateDatabase, openDatabase } from './database.ts'
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

/** Everything, once no transaction of the cluster is older: tests beside this one have some open. */
const order = async () => {
  for (;;) {
    const { events, pending } = await readOutbox(connection.db, environmentId, null, 100)
    if (!pending) return events.map(({ event }) => event.id)
    await pause(20)
  }
}

describe('partitions', () => {
  it('are made for this week and the next three, beginning on Mondays', async () => {
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

  it('never refuse a row: one without a week is kept aside and moves in when its week is made', async () => {
    const early = await insert('2040-06-20T08:00:00Z')
    const later = await insert('2040-06-27T08:00:00Z')
    expect(await partitionOf(early)).toBe('outbox_default')
    const before = await order()
    await keep('2040-05-30T00:00:00Z')
    expect(await partitionOf(early)).toBe('outbox_20400618')
    expect(await partitionOf(later)).toBe('outbox_default')
    expect(await order()).toEqual(before)
  })

  it('are dropped once their last row is older than 30 days, and not a day before', async () => {
    await keep('2040-06-19T23:00:00Z')
    expect(await weeks()).toContain('outbox_20400514')
    await keep('2040-06-20T00:00:00Z')
    expect(await weeks()).not.toContain('outbox_20400514')
    expect(await weeks()).toContain('outbox_20400521')
  })

  it('give way to whoever uses the table, and are made the next time', async () => {
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

  it('are made once by several at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => keep('2040-08-15T00:00:00Z')))
    expect(await weeks()).toContain('outbox_20400903')
  })
})

describe('the outbox', () => {
  it('hands each event to a reader once, by however many processes, and in one transaction with its work', async () => {
    const seen: string[] = []
    const wanted = await order()
    const work = (fails = false) =>
      workOffOutbox(connection.db, 'webhooks', 2, async (_tx, events) => {
        if (fails) throw new Error('died in the middle')
        seen.push(...events.map(({ event }) => event.id))
      })
    await expect(work(true)).rejects.toThrow('died in the middle')
    await Promise.all([1, 2, 3, 4].map(() => work()))
    while ((await work()).events.length > 0);
    expect(seen).toEqual(wanted)
  })

  it('goes on after a restore into a cluster whose transactions count from the start', async () => {
    const ahead = await insert('2040-08-20T00:00:00Z', '9000000000000')
    await connection.pool.query(`UPDATE outbox_readers SET transaction_id = '9000000000001'`)
    await mendOutbox(connection.db)
    await order()
    const end = await outboxEnd(connection.db)
    const fresh = await insert('2040-08-20T00:00:00Z')
    expect((await order()).slice(-2)).toEqual([ahead, fresh])
    const { events } = await readOutbox(connection.db, environmentId, end, 10)
    expect(events.map(({ event }) => event.id)).toEqual([fresh])
    const again = await workOffOutbox(connection.db, 'webhooks', 100, async () => undefined)
    expect(again.events.map(({ event }) => event.id)).toContain(fresh)
  })
})

it('the migration carries events over, in their order, and stored answers', async () => {
  const old = await createTestDatabase(inject('postgresUrl'), 'empty_template', async () => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'kinora-migrations-'))
  try {
    await cp(migrations, folder, { recursive: true })
    const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'))
    const before = { ...journal, entries: journal.entries.filter(({ idx }: { idx: number }) => idx < 2) }
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(before))
    await migrateDatabase(old.url, folder)
    const { db, pool, close } = openDatabase(old.url, 2, log)
    const ages = ['1 minute', '6 days', '20 days', '50 days']
    for (const age of ages) {
      await pool.query(
        `INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
         VALUES (gen_random_uuid(), $1, 'video.asset.updated', 'asset', $1, $2, now() - $3::interval)`,
        [environmentId, { age }, age],
      )
    }
    await pool.query(`INSERT INTO idempotency VALUES ('owner', 'key-1', 'hash', 201, '{}', now())`)
    await migrateDatabase(old.url, migrations)
    // A row is shown once older transactions have ended, and other tests have theirs in this cluster.
    await vi.waitFor(async () => {
      const { events } = await readOutbox(db, environmentId, null, 10)
      expect(events.map(({ event }) => event.data.age)).toEqual(ages)
    }, 20_000)
    const { rows } = await db.execute<{ aside: number }>(
      sql`SELECT count(*)::int AS aside FROM ONLY outbox_default`,
    )
    expect(rows).toEqual([{ aside: 1 }])
    const keys = await pool.query(`SELECT key = encode(sha256('key-1'), 'hex') AS hashed FROM idempotency`)
    expect(keys.rows).toEqual([{ hashed: true }])
    await close()
  } finally {
    await rm(folder, { recursive: true, force: true })
    await old.drop()
  }
})
