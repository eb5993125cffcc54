import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from '../log.ts'

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** What a query can run on: the pool, or the transaction that the caller passes. */
export type Queryable = Database | Transaction

export interface DatabaseConnection {
  readonly db: Database
  readonly pool: pg.Pool
  readonly url: string
  close(): Promise<void>
}

const STATEMENT_TIMEOUT_MS = 30_000
const MIGRATION_LOCK = 7_283_641
/** As long as those who use a table may have to wait behind a migration that waits for it. */
const MIGRATION_PATIENCE_MS = 3000
const MIGRATION_TRIES = 40
/** A lock that did not come, and one that two wait for each other for. */
const lockFaults: readonly unknown[] = ['55P03', '40P01']

/** Opens a pool of at most `max` connections; every statement ends within 30 s. */
export function openDatabase(url: string, max: number, log: Logger): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'kinora',
  })
  // A connection that is lost while someone holds it has no other listener, and would end the process.
  pool.on('connect', (client) =>
    client.on('error', (err) => log.warn({ err }, 'a database connection was lost')),
  )
  pool.on('error', () => undefined)
  return { db: drizzle(pool), pool, url, close: () => pool.end() }
}

/**
 * Applies the migrations that are missing, one process at a time. Other processes may be at work: where one of them keeps a
 * table for long, the migration steps back, lets those pass that wait behind it, and tries again.
 */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'kinora-migrate' })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`SET lock_timeout = ${MIGRATION_PATIENCE_MS}`)
    for (let tries = 1; ; tries++) {
      try {
        return await migrate(drizzle(client), { migrationsFolder: folder })
      } catch (error) {
        if (tries === MIGRATION_TRIES || !isLockFault(error)) throw error
      }
    }
  } finally {
    await client.end()
  }
}

function isLockFault(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof pg.DatabaseError && lockFaults.includes(cause.code)
}
