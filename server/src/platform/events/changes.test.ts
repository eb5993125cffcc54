import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type DatabaseConnection, openDatabase } from '../database/database.ts'
import { migrateDatabase } from '../database/migrations.ts'
import { auditTrail, outbox } from '../database/tables.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { changeRecorder } from './changes.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
const at = new Date('2026-11-28T10:00:00Z')
const key = { id: randomUUID(), product: 'video' }
const caller = {
  actor: { kind: 'token', tokenId: randomUUID(), name: 'Deploy' },
  scope: { organizationId: randomUUID(), environmentId: randomUUID() },
} as const

let database: TestDatabase
let connection: DatabaseConnection
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'kinora_template', (url) =>
    migrateDatabase(url, migrations),
  )
  connection = openDatabase(database.url, 2, createLog('fatal'))
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const recordKey = changeRecorder(({ id, product }: typeof key, verb: 'created' | 'deleted') => ({
  environmentId: caller.scope.environmentId,
  object: { type: 'signing_key', id, name: id },
  event: { type: `signing_key.${verb}`, data: { product } },
  ...(verb === 'deleted' && { action: `signing_key.${verb}` as const }),
}))

it('records an event and an audit entry as described for the row and the verb', async () => {
  const { db } = connection
  const before = { product: key.product }
  await db.transaction((tx) => recordKey(tx, caller, key, 'created', {}, at))
  expect(await db.$count(auditTrail)).toBe(0)
  await db.transaction((tx) => recordKey(tx, caller, key, 'deleted', { before }, at))
  expect(await db.select().from(auditTrail)).toMatchObject([
    { action: 'signing_key.deleted', objectId: key.id, actorName: 'Deploy', before, after: null },
  ])
  const events = await db.select().from(outbox)
  expect(events.map(({ type }) => type).sort()).toEqual(['signing_key.created', 'signing_key.deleted'])
  expect(events[0]).toMatchObject({ objectId: key.id, data: before, createdAt: at })
})

it('records no audit entry if Kinora makes the change', async () => {
  const { db } = connection
  const entries = await db.$count(auditTrail)
  await db.transaction((tx) => recordKey(tx, null, key, 'deleted', {}, at))
  expect(await db.$count(auditTrail)).toBe(entries)
})
