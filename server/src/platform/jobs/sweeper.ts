import type pg from 'pg'
import { addSeconds, type Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'

const EVERY_MS = 60_000
const SWEEP_LOCK = 7_283_643

/** Periodic tasks by name. */
export type Sweeps = Readonly<Record<string, () => Promise<void>>>

interface SweepContext {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'sweepFailures'>
}

/** Runs the sweeps every minute, in one process at a time. */
export function startSweeping(context: SweepContext, sweeps: Sweeps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => sweepOnce(context, sweeps))
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function sweepOnce(context: SweepContext, sweeps: Sweeps): Promise<void> {
  try {
    const client = await context.pool.connect()
    try {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
        SWEEP_LOCK,
      ])
      if (!rows[0]?.mine) return
      try {
        await runSweeps(context, sweeps)
      } finally {
        await client.query('SELECT pg_advisory_unlock($1)', [SWEEP_LOCK])
      }
    } finally {
      client.release()
    }
  } catch (err) {
    context.log.warn({ err }, 'sweeping failed and will be retried')
  }
}

/** Runs all sweeps. Logs and counts failures. @returns the errors */
export async function runSweeps(
  { log, metrics }: Pick<SweepContext, 'log' | 'metrics'>,
  sweeps: Sweeps,
): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const [name, sweep] of Object.entries(sweeps)) {
    try {
      await sweep()
    } catch (err) {
      metrics.sweepFailures.inc({ sweep: name })
      log.warn({ err, sweep: name }, 'a sweep failed and will be retried')
      errors.push(err)
    }
  }
  return errors
}

/** Runs a sweep at most once an hour in this process. If it fails it runs again the next time, or an hour later too. */
export function atMostHourly(
  { now }: Clock,
  sweep: () => Promise<void>,
  afterFault: 'next time' | 'an hour later' = 'next time',
): () => Promise<void> {
  let nextAt = new Date(0)
  return async () => {
    const startedAt = now()
    if (startedAt < nextAt) return
    const inAnHour = addSeconds(startedAt, 3600)
    if (afterFault === 'an hour later') nextAt = inAnHour
    await sweep()
    nextAt = inAnHour
  }
}
