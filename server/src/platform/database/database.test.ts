import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Bus, openBus } from '../events/bus.ts'
import { progressChannel } from '../events/progress.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { type DatabaseConnection, openDatabase } from './database.ts'
import { migrateDatabase } from './migrations.ts'

const lines: string[] = []
const log = createLog('warn', { write: (line) => void lines.push(line) })

let database: TestDatabase
let connection: DatabaseConnection
let admin: pg.Client
let bus: Bus
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'empty_template', async () => undefined)
  connection = openDatabase(database.url, 4, log)
  bus = await openBus(database.url, connection.pool, log)
  admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
})
afterAll(async () => {
  await bus.close()
  await connection.close()
  await admin.end()
  await database.drop()
})

const name = () => new URL(database.url).pathname.slice(1)
const cutAll = () =>
  admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name()])

it('survives losing a connection during a transaction', async () => {
  const broken = connection.db.transaction(async (tx) => {
    await tx.execute('SELECT 1')
    await cutAll()
    await pause(200)
    await tx.execute('SELECT 1')
  })
  await expect(broken).rejects.toThrow()
  expect((await connection.db.execute('SELECT 1')).rows).toHaveLength(1)
})

it('keeps one connection for the bus, however long the database was unavailable', async () => {
  await admin.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`)
  await cutAll()
  const attempts = () => lines.filter((line) => line.includes('the bus cannot reach the database')).length
  await pause(3200)
  expect(attempts()).toBeLessThan(9)
  await expect.poll(attempts).toBeGreaterThan(1)
  await admin.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`)
  const heard: string[] = []
  bus.subscribe(progressChannel, (payload) => void heard.push(payload))
  await expect.poll(() => bus.isConnected()).toBe(true)
  await bus.publish(progressChannel, 'once')
  await expect.poll(() => heard.filter((payload) => payload === 'once')).toEqual(['once'])
  await pause(700)
  expect(heard.filter((payload) => payload === 'once')).toHaveLength(1)
})

it('a migration that waits for a table lock lets queued statements pass', async () => {
  const fresh = await createTestDatabase(inject('postgresUrl'), 'empty_template', async () => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'kinora-migrations-'))
  const [reader, writer] = [new pg.Client(fresh.url), new pg.Client(fresh.url)]
  try {
    await Promise.all([reader.connect(), writer.connect()])
    await writer.query('CREATE TABLE films (id int)')
    await writeFile(join(folder, '0000_wide.sql'), 'ALTER TABLE films ADD COLUMN title text')
    await writer.query('BEGIN; SELECT * FROM films')

    const migrated = migrateDatabase(fresh.url, folder)
    const waits = `SELECT 1 FROM pg_locks WHERE relation = 'films'::regclass AND NOT granted`
    await expect.poll(async () => (await writer.query(waits)).rows).toHaveLength(1)
    // It waits behind the migration, which waits behind the open transaction.
    expect((await reader.query('SELECT * FROM films')).fields).toHaveLength(1)
    await writer.query('COMMIT')
    await migrated
    expect((await reader.query('SELECT * FROM films')).fields).toHaveLength(2)
  } finally {
    await Promise.all([reader.end(), writer.end()])
    await fresh.drop()
    await rm(folder, { recursive: true, force: true })
  }
})

it('a migration is applied once, after the ones before it, and cannot be changed', async () => {
  const empty = await createTestDatabase(inject('postgresUrl'), 'empty_template', async () => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'kinora-migrations-'))
  const reader = new pg.Client(empty.url)
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  try {
    await reader.connect()
    await write('0002_title.sql', 'ALTER TABLE films ADD COLUMN title text; INSERT INTO films VALUES (2)')
    await write('0001_films.sql', 'CREATE TABLE films (id int)')
    await Promise.all([migrateDatabase(empty.url, folder), migrateDatabase(empty.url, folder)])
    expect((await reader.query('SELECT * FROM films')).rows).toEqual([{ id: 2, title: null }])

    await write('0003_good.sql', 'INSERT INTO films VALUES (3)')
    await write('0004_bad.sql', 'INSERT INTO nothing VALUES (4)')
    await expect(migrateDatabase(empty.url, folder)).rejects.toThrow('nothing')
    expect((await reader.query('SELECT id FROM films')).rows).toEqual([{ id: 2 }])

    await write('0001_films.sql', 'CREATE TABLE movies (id int)')
    await expect(migrateDatabase(empty.url, folder)).rejects.toThrow('0001_films.sql was changed')
  } finally {
    await reader.end()
    await empty.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
