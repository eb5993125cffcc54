import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

it('prepares a template once and gives each caller a database of its own', async () => {
  let prepared = 0
  const create = () =>
    createTestDatabase(inject('postgresUrl'), 'template_counted', async (url) => {
      prepared += 1
      await query(url, 'CREATE TABLE written (n int)')
    })
  const [one, two] = await Promise.all([create(), create()])
  expect(prepared).toBe(1)

  await query(one.url, 'INSERT INTO written VALUES (1)')
  expect(await query(two.url, 'SELECT * FROM written')).toEqual([])
  await Promise.all([one.drop(), two.drop()])
  await expect(query(one.url, 'SELECT 1')).rejects.toThrow('does not exist')
})

it('prepares a template again when its preparation failed', async () => {
  const url = inject('postgresUrl')
  const failing = createTestDatabase(url, 'template_failing', async () => {
    throw new Error('a migration is wrong')
  })
  await expect(failing).rejects.toThrow('a migration is wrong')
  const database = await createTestDatabase(url, 'template_failing', async (own) => {
    await query(own, 'CREATE TABLE written (n int)')
  })
  expect(await query(database.url, 'SELECT * FROM written')).toEqual([])
  await database.drop()
})
