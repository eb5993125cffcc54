import type pg from 'pg'
import type { Logger } from '../log.ts'

const EVERY_MS = 60_000
const SWEEP_LOCK = 7_283_643

/** Something to be done now and then, by one process at a time. */
export type Sweep = () => Promise<void>

/** Runs the sweeps every minute, in whichever process comes first. */
export function startSweeping(pool: pg.Pool, sweeps: readonly Sweep[], log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => sweepOnce(pool, sweeps, log))
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function sweepOnce(pool: pg.Pool, sweeps: readonly Sweep[], log: Logger): Promise<void> {
  try {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
        SWEEP_LOCK,
      ])
      if (!rows[0]?.mine) return
      try {
        for (const sweep of sweeps) await sweep()
      } finally {
        await client.query('SELECT pg_advisory_unlock($1)', [SWEEP_LOCK])
      }
    } finally {
      client.release()
    }
  } catch (err) {
    log.warn({ err }, 'clearing up failed and will be tried again')
  }
}
