import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
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

type LastStep = (tx: Transaction) => Promise<void>

const lastSteps = new AsyncLocalStorage<LastStep>()

/** Runs `work`. Each of its transactions takes `step` as its last step before it commits. */
export function withLastStep<T>(step: LastStep, work: () => Promise<T>): Promise<T> {
  return lastSteps.run(step, work)
}

const STATEMENT_TIMEOUT_MS = 30_000

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
  return { db: databaseOf(pool), pool, url, close: () => pool.end() }
}

function databaseOf(pool: pg.Pool): Database {
  const db = drizzle(pool)
  const begin = db.transaction.bind(db)
  db.transaction = (work, config) =>
    begin(async (tx) => {
      const result = await work(tx)
      await lastSteps.getStore()?.(tx)
      return result
    }, config)
  return db
}
