import { asc, gt } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { type DatabaseConnection, openDatabase } from './database.ts'
import { loadPage } from './page.ts'

const items = pgTable('items', { n: integer('n').notNull() })

let database: TestDatabase
let connection: DatabaseConnection
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'empty_template', async () => undefined)
  connection = openDatabase(database.url, 2, createLog('fatal'))
  await connection.db.execute('CREATE TABLE items AS SELECT generate_series(1, 7) AS n')
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

function load(pageNum: number) {
  const { db } = connection
  const where = gt(items.n, 2)
  return loadPage(
    { pageNum, pageSize: 2 },
    {
      select: db.select().from(items).where(where).orderBy(asc(items.n)),
      total: db.$count(items, where),
      view: (rows) => rows.map(({ n }) => `item ${n}`),
    },
  )
}

it('loads a page with the length of the list', async () => {
  expect(await load(1)).toEqual({ items: ['item 3', 'item 4'], pageNum: 1, pageSize: 2, totalItems: 5 })
  expect(await load(3)).toEqual({ items: ['item 7'], pageNum: 3, pageSize: 2, totalItems: 5 })
})

it('loads an empty page after the end', async () => {
  expect(await load(4)).toEqual({ items: [], pageNum: 4, pageSize: 2, totalItems: 5 })
})
