import { asc, type SQL } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { type DatabaseConnection, openDatabase } from './database.ts'
import { containsText, matchesPhrase } from './like.ts'

const items = pgTable('items', { name: text('name').notNull() })

let database: TestDatabase
let connection: DatabaseConnection
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'empty_template', async () => undefined)
  connection = openDatabase(database.url, 2, createLog('fatal'))
  await connection.db.execute('CREATE TABLE items (name text NOT NULL)')
  const names = ['100% cafe', '1000 cafes', 'back\\slash', 'snake_case', 'snakescase']
  await connection.db.insert(items).values(names.map((name) => ({ name })))
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

async function namesWhere(where: SQL | undefined): Promise<string[]> {
  const rows = await connection.db.select().from(items).where(where).orderBy(asc(items.name))
  return rows.map(({ name }) => name)
}

it.each([
  ['0% C', ['100% cafe']],
  ['e_c', ['snake_case']],
  ['k\\s', ['back\\slash']],
  ['\\', ['back\\slash']],
])('finds the text %j as it is', async (wanted, names) => {
  expect(await namesWhere(containsText(items.name, wanted))).toEqual(names)
})

it.each([
  ['Café 100', ['100% cafe', '1000 cafes']],
  ['snake_case', ['snake_case', 'snakescase']],
  ['cafe snake', []],
  ['%_\\', []],
])('finds the words of %j', async (phrase, names) => {
  expect(await namesWhere(matchesPhrase(items.name, phrase))).toEqual(names)
})

it('finds everything without a phrase', async () => {
  expect(await namesWhere(matchesPhrase(items.name))).toHaveLength(5)
  expect(await namesWhere(matchesPhrase(items.name, ' '))).toHaveLength(5)
})
