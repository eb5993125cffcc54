import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import type { TestDatabase } from '../postgres/test-database.ts'
import { migratedDatabase } from '../postgres/test-migrated.ts'
import { registerSubscriptions } from './subscriptions.ts'

const KILLS = 10
const BATCH = 50
const EVENTS = KILLS * 2 * BATCH
const PROCESSES = 2

let database: TestDatabase
let pool: pg.Pool
const readers: ChildProcess[] = []

beforeAll(async () => {
  database = await migratedDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  await pool.query('CREATE TABLE handled (event_id uuid)')
})
afterAll(async () => {
  for (const reader of readers) reader.kill('SIGKILL')
  await pool.end()
  await database.drop()
})

async function startReader(slot: number): Promise<void> {
  const reader = spawn(
    process.execPath,
    [join(import.meta.dirname, 'fixtures/subscriber.ts'), database.url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  readers[slot] = reader
  await once(reader.stdout, 'data')
}

/** Commits events in transactions that overlap. */
async function emitEvents(count: number): Promise<void> {
  await pool.query(
    `WITH event AS (
       INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'video.asset.updated', 'asset', gen_random_uuid(), '{}', now()
       FROM generate_series(1, $1::int) RETURNING 1)
     SELECT pg_notify('kinora_events', ''), pg_sleep(0.05) FROM (SELECT count(*) FROM event) AS written`,
    [count],
  )
}

it('each event takes effect exactly once, though processes are killed ten times', async () => {
  const connection = openDatabase(database.url, 1, createLog('silent'))
  await registerSubscriptions(connection.db, [{ name: 'crash' }])
  await connection.close()
  for (let slot = 0; slot < PROCESSES; slot++) await startReader(slot)
  for (let kill = 0; kill < KILLS; kill++) {
    const reader = readers[kill % PROCESSES]
    if (reader === undefined) throw new Error('no process to kill')
    const emitted = Promise.all([emitEvents(BATCH), emitEvents(BATCH)])
    await pause(Math.random() * 300)
    const gone = once(reader, 'exit')
    reader.kill('SIGKILL')
    await gone
    await Promise.all([emitted, startReader(kill % PROCESSES)])
  }
  const facts = async () => {
    const { rows } = await pool.query(
      `SELECT (SELECT count(*)::int FROM outbox) AS events, count(*)::int AS handled, count(DISTINCT event_id)::int AS distinct,
              (SELECT count(*)::int FROM failed_events) AS failed FROM handled`,
    )
    return rows[0]
  }
  await expect.poll(facts).toEqual({ events: EVENTS, handled: EVENTS, distinct: EVENTS, failed: 0 })
})
