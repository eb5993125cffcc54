import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type DatabaseConnection, openDatabase } from '../database/database.ts'
import { migrateDatabase } from '../database/migrations.ts'
import { installation } from '../database/tables.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { problem } from '../problem.ts'
import { withIdempotency } from './idempotency.ts'

let database: TestDatabase
let connection: DatabaseConnection
let now = Date.now()
const clock = { now: () => new Date(now) }
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'kinora_template', (url) =>
    migrateDatabase(url, join(import.meta.dirname, '../../../migrations')),
  )
  connection = openDatabase(database.url, 4, createLog('fatal'))
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const done = { status: 201, body: { made: true } }

/** Requests with one key. */
function requests() {
  const key = randomUUID()
  const request = { method: 'POST', url: '/things', headers: {}, body: {}, readBody: null }
  const actor = {
    kind: 'person' as const,
    userId: randomUUID(),
    sessionId: '',
    name: '',
    email: '',
    isAdmin: false,
    isVerified: true,
    mustSetUpFactor: false,
    impersonatedBy: null,
  }
  return (work: () => Promise<typeof done>) =>
    withIdempotency({ db: connection.db, clock }, { key, actor, request, isSensitive: false }, work)
}

async function change(): Promise<void> {
  await connection.db.transaction(async (tx) => {
    await tx.insert(installation).values({ name: randomUUID(), value: 'changed' })
  })
}

it('a request that failed after its change was committed is not repeated', async () => {
  const send = requests()
  const first = send(async () => {
    await change()
    throw new Error('the answer could not be made')
  })
  await expect(first).rejects.toThrow('could not be made')
  await expect(send(async () => expect.unreachable())).rejects.toThrow(problem('idempotency-unknown'))
})

it('a request that failed without a change is repeated', async () => {
  const send = requests()
  const first = send(async () => {
    await connection.db.transaction(async (tx) => {
      await tx.select().from(installation)
    })
    throw new Error('the database is away')
  })
  await expect(first).rejects.toThrow('away')
  expect(await send(async () => done)).toEqual(done)
})

it('a refused request can be repeated', async () => {
  const send = requests()
  const first = send(async () => {
    await change()
    throw problem('forbidden')
  })
  await expect(first).rejects.toThrow(problem('forbidden'))
  expect(await send(async () => done)).toEqual(done)
})

it('a repetition waits for a running request that has changed something', async () => {
  const send = requests()
  const { promise: isRepeated, resolve: repeat } = Promise.withResolvers<void>()
  const first = send(async () => {
    await change()
    repeat()
    return done
  })
  await isRepeated
  expect(await send(async () => expect.unreachable())).toEqual(done)
  expect(await first).toEqual(done)
})

it('a request whose process died can be repeated later unless it changed something', async () => {
  const [changed, unchanged] = [requests(), requests()]
  const never = new Promise<typeof done>(() => undefined)
  const { promise: isChanged, resolve } = Promise.withResolvers<void>()
  const { promise: isRunning, resolve: run } = Promise.withResolvers<void>()
  void changed(async () => {
    await change()
    resolve()
    return never
  })
  void unchanged(() => {
    run()
    return never
  })
  await Promise.all([isChanged, isRunning])
  now += 121_000
  await expect(changed(async () => expect.unreachable())).rejects.toThrow(problem('idempotency-unknown'))
  expect(await unchanged(async () => done)).toEqual(done)
})
