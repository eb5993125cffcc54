import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { openUsage } from '../../../../platform/usage/usage.ts'
import { type Books, openBooks } from '../../../../testing/billing/books.ts'
import { storeReport } from './reports.ts'
import { addUpMinutes } from './used-minutes.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-11-10T10:00:20Z')
})
afterAll(() => books.end())

it('what connects carried is metered, also if a state cannot be stored', async () => {
  const { db, clock, sql } = books
  const { environmentId } = await books.organization()
  const [inputId, id, destinationId, nodeId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  for (const [table, row, more] of [
    [
      'vconnect_inputs',
      inputId,
      { kind: 'rtmp', mode: 'listener', max_kbps: 1, allowed_networks: [], enabled: true },
    ],
    ['vconnect_destinations', destinationId, { kind: 'rtmp', mode: 'caller', max_callers: 1 }],
  ] as const) {
    const shared = { id: row, environment_id: environmentId, name: row, latency_ms: 120, paths: 1 }
    const fec = { fec: 'none', fec_columns: 10, fec_rows: 5 }
    const standby = { hold_ms: 1000, returns: 'by-hand', return_after_s: 10 }
    const made = { created_by: 'Ananya', created_at: clock.now(), updated_at: clock.now() }
    const values = JSON.stringify({ ...shared, ...fec, ...standby, ...made, ...more })
    await sql(`INSERT INTO ${table} SELECT * FROM json_populate_record(null::${table}, $1)`, [values])
  }
  await sql(
    `INSERT INTO vconnect_connects (id, environment_id, input_id, destination_id, enabled, created_by, created_at)
     VALUES ($1, $2, $3, $4, true, 'Ananya', now())`,
    [id, environmentId, inputId, destinationId],
  )
  await sql(
    `INSERT INTO vconnect_leases (input_id, environment_id, node_id, fence, lease_until) VALUES ($1, $2, $3, 1, now())`,
    [inputId, environmentId, nodeId],
  )
  const minutes = addUpMinutes()
  const log = createLog('silent')
  const context = { db, clock, log, usage: openUsage(true, log, clock.now) }
  const link = { name: 'Feed', reason: null, peer: null, nextTryAt: null, figures: null, point: null }
  const idle = { ...link, id: inputId, state: 'idle', detail: null, source: null, usedMs: 0, usedBytes: 0 }
  // Half of a character is no text in JSON of PostgreSQL.
  const failing = {
    ...link,
    id,
    state: 'failing',
    detail: '\ud83d',
    source: null,
    usedMs: 5000,
    usedBytes: 700,
  }
  const report = { inputId, environmentId, fence: 1, links: [idle, failing] }
  await storeReport(context, nodeId, report, minutes)
  clock.set('2026-11-10T10:01:05Z')
  await storeReport(context, nodeId, report, minutes)
  const records = await sql('SELECT meter, quantity::int FROM usage_records WHERE object_id = $1', [id])
  expect(records).toEqual(
    expect.arrayContaining([
      { meter: 'vconnect', quantity: 5000 },
      { meter: 'vconnect-bytes', quantity: 700 },
    ]),
  )
})
