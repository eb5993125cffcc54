import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { patient } from './machine/patience.ts'
import type { Sql } from './members.ts'

export interface TestPool {
  readonly sql: Sql
  /** Runs a statement in a transaction that stays open, so that others wait for its locks. */
  hold(text: string, values?: unknown[]): Promise<Held>
  end(): Promise<void>
}

export interface Held {
  /** Waits until another transaction waits for the locks, runs a last statement, if any, and commits. */
  releaseOnceAwaited(last?: { readonly text: string; readonly values: unknown[] }): Promise<void>
}

const PATIENCE_MS = patient(15_000)

/** Queries the database directly. */
export function openTestPool({ databaseUrl }: { readonly databaseUrl: string }): TestPool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  // The server may be killed while nobody asks it.
  pool.on('error', () => undefined)
  return {
    sql: async (text, values = []) => (await pool.query(text, values)).rows,
    hold: (text, values = []) => hold(pool, text, values),
    end: () => pool.end(),
  }
}

async function hold(pool: pg.Pool, text: string, values: unknown[]): Promise<Held> {
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(text, values)
  const isAwaited = async () => {
    const { rowCount } = await pool.query(
      'SELECT 1 FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))',
      [await pidOf(client)],
    )
    return rowCount !== 0
  }
  return {
    async releaseOnceAwaited(last) {
      const until = performance.now() + PATIENCE_MS
      let awaited = await isAwaited()
      for (; !awaited && performance.now() < until; awaited = await isAwaited()) await pause(10)
      if (last !== undefined) await client.query(last.text, last.values)
      await client.query('COMMIT')
      client.release()
      if (!awaited) throw new Error('nobody waited for what was held')
    },
  }
}

async function pidOf(client: pg.PoolClient): Promise<unknown> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}
