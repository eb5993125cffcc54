import { eq } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { type DatabaseConnection, openDatabase } from './database.ts'
import { assertBelowLimit } from './row-limits.ts'

const items = pgTable('items', { owner: text('owner').notNull() })

let database: TestDatabase
let connection: DatabaseConnection
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'empty_template', async () => undefined)
  connection = openDatabase(database.url, 8, createLog('fatal'))
  await connection.db.execute('CREATE TABLE items (owner text NOT NULL)')
})
beforeEach(() => connection.db.delete(items))
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const insert = (owner: string) =>
  connection.db.transaction(async (tx) => {
    await assertBelowLimit(tx, items, eq(items.owner, owner), {
      lock: `items ${owner}`,
      most: 3,
      problem: 'limit-reached',
    })
    await tx.insert(items).values({ owner })
  })

it('lets no concurrent insertions exceed the limit', async () => {
  const done = await Promise.allSettled(Array.from({ length: 8 }, () => insert('a')))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await connection.db.$count(items)).toBe(3)
})

it('counts only the rows of the condition', async () => {
  for (const owner of ['a', 'a', 'a', 'b']) await insert(owner)
  await expect(insert('a')).rejects.toMatchObject({ id: 'limit-reached' })
})
