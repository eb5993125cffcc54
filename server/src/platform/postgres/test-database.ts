import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from './start-postgres.ts'

export interface TestPostgres {
  url: string
  stop(): Promise<void>
}

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Starts one PostgreSQL for a whole test run, in a temporary directory. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(os.tmpdir(), 'kinora-test-'))
  const log = {
    info: () => {},
    warn: () => {},
    error: (_about: object, message: string) => console.error(message),
  }
  // Data does not outlive the run, so waiting for the disk would only cost time.
  const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  // Several Kinoras of tests use it at once, and end before their tables have to be cleaned.
  const settings = { ...unsafe, shared_buffers: '64MB', max_connections: '250', autovacuum: 'off' }
  const postgres = await startPostgres({ dataDir, log, settings })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a database from the template of this name. The first caller in the run fills the template with `prepare`
 * (migrations). */
export async function createTestDatabase(
  baseUrl: string,
  templateName: string,
  prepare: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(baseUrl, async (client) => {
    await ensureTemplate(client, baseUrl, templateName, prepare)
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${quote(client, templateName)} STRATEGY file_copy`)
  })
  return {
    url: urlOf(baseUrl, name),
    drop: () =>
      withClient(baseUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      }),
  }
}

/** Test files run in separate processes: the first one creates the template, the others wait for it. */
async function ensureTemplate(
  client: pg.Client,
  baseUrl: string,
  name: string,
  prepare: (url: string) => Promise<void>,
): Promise<void> {
  if (await isTemplate(client, name)) return
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
  try {
    if (await isTemplate(client, name)) return
    // A database that is not a template was left by a failed preparation.
    await client.query(`DROP DATABASE IF EXISTS ${quote(client, name)} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${quote(client, name)} STRATEGY wal_log`)
    await prepare(urlOf(baseUrl, name))
    await client.query(`ALTER DATABASE ${quote(client, name)} IS_TEMPLATE true ALLOW_CONNECTIONS false`)
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [name])
  }
}

async function isTemplate(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [
    name,
  ])
  return rowCount === 1
}

function quote(client: pg.Client, name: string): string {
  return client.escapeIdentifier(name)
}

function urlOf(baseUrl: string, database: string): string {
  const url = new URL(baseUrl)
  url.pathname = `/${database}`
  return url.href
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
