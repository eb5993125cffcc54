import { globSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migratedDatabase } from '../postgres/test-migrated.ts'

const sources = join(import.meta.dirname, '../..')

/** Lines such as `videos.title text not null` of every `tables.ts`. */
async function declaredColumns(): Promise<string[]> {
  const modules: unknown[] = await Promise.all(
    globSync('**/tables.ts', { cwd: sources }).map((file) => import(join(sources, file))),
  )
  const tables = modules
    .flatMap((module) => Object.values(Object(module)))
    .filter((value) => is(value, PgTable))
  return tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => {
      const type = column.getSQLType().replace(' (', '(')
      return `${name}.${column.name} ${type}${column.notNull ? ' not null' : ''}`
    })
  })
}

/** The same of a database with all migrations. */
async function migratedColumns(): Promise<string[]> {
  const database = await migratedDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query(`
    SELECT format('%s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN ' not null' ELSE '' END) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> 'migrations'`)
  await client.end()
  await database.drop()
  return rows.map(({ line }) => line)
}

it('is the same in the migrations and in the tables that queries use', async () => {
  expect((await migratedColumns()).sort()).toEqual((await declaredColumns()).sort())
})
