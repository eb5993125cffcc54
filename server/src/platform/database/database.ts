import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from '../log.ts'

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Executes queries: the pool, or the caller's transaction. */
export type Queryable = Database | Transaction

export interface DatabaseConnection {
  readonly db: Database
  readonly pool: pg.Pool
  readonly url: string
  close(): Promise<void>
}

const STATEMENT_TIMEOUT_MS = 30_000
const MIGRATION_LOCK = 7_283_641
/** Maximum time that statements wait behind a migration that waits for a lock. */
const MIGRATION_PATIENCE_MS = 3000
const MIGRATION_TRIES = 40
/** Lock timeout and deadlock. */
const lockFaults: readonly unknown[] = ['55P03', '40P01']

/** Opens a pool of at most `max` connections. Statements time out after 30 s. */
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
  // A connection that is lost while in use has no other error listener, and would end the process.
  pool.on('connect', (client) =>
    client.on('error', (err) => log.warn({ err }, 'a database connection was lost')),
  )
  pool.on('error', () => undefined)
  return { db: drizzle(pool), pool, url, close: () => pool.end() }
}

/** Applies missing migrations, one process at a time. If another process locks a table for long, the migration
 * rolls back, lets queued statements pass, and retries. */
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
