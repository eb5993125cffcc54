import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import type { TestDatabase } from '../../../platform/postgres/test-database.ts'
import { migratedDatabase } from '../../../platform/postgres/test-migrated.ts'
import { type LogEntry, type LogWriter, openLogWriter } from './log-writer.ts'

let database: TestDatabase
let connection: DatabaseConnection
let writer: LogWriter
const metrics = createMetrics()
beforeEach(async () => {
  const log = createLog('fatal')
  database = await migratedDatabase()
  connection = openDatabase(database.url, 4, log)
  writer = openLogWriter({ db: connection.db, log, metrics })
})
afterEach(async () => {
  await writer.close()
  await connection.close()
  await database.drop()
})

function entry(change: Partial<LogEntry> = {}): LogEntry {
  return {
    id: randomUUID(),
    scope_id: randomUUID(),
    created_at: new Date().toISOString(),
    method: 'GET',
    url: '/',
    status: 200,
    took_ms: 1.5,
    actor_kind: null,
    actor_id: null,
    actor_name: null,
    impersonator: null,
    description: '',
    request_id: 'req',
    address: null,
    object_id: null,
    request_body: null,
    response_body: null,
    ...change,
  }
}

const written = async () =>
  Number((await connection.pool.query('SELECT count(*) FROM request_logs')).rows[0]?.count)
const dropped = async () => (await metrics.logsDropped.get()).values[0]?.value ?? 0

it('writes everything, in few statements', async () => {
  const entries = Array.from({ length: 2300 }, (_, n) => entry({ url: `/${n}` }))
  for (const each of entries) writer.add(each)
  await writer.close()
  expect(await written()).toBe(2300)
  const { rows } = await connection.pool.query(
    `SELECT count(DISTINCT transaction_id)::int AS batches FROM request_logs`,
  )
  expect(rows[0]?.batches).toBeLessThan(10)
})

it('keeps entries that it could not write, and drops and counts the oldest beyond its limit', async () => {
  const before = await dropped()
  await connection.pool.query('ALTER TABLE request_logs RENAME TO away')
  const body = 'x'.repeat(8000)
  for (let n = 0; n < 6000; n++) writer.add(entry({ url: `/${n}`, response_body: body }))
  const lost = (await dropped()) - before
  expect(lost).toBeGreaterThan(1500)
  await connection.pool.query('ALTER TABLE away RENAME TO request_logs')
  await expect.poll(written).toBe(6000 - lost)
  const { rows } = await connection.pool.query(`SELECT count(*) FROM request_logs WHERE url = '/5999'`)
  expect(Number(rows[0]?.count)).toBe(1)
})

it('continues after an entry that the database rejects', async () => {
  const before = await dropped()
  writer.add(entry({ status: 99_999 }))
  await expect.poll(dropped).toBe(before + 1)
  writer.add(entry())
  await expect.poll(written).toBe(1)
})
