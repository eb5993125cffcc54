import type { PgBoss } from 'pg-boss'
import type { Logger } from '../log.ts'
import { type RepeatedTask, repeat } from './repeat.ts'

/** A queue and the IDs of its workers in this process. */
export interface QueueWorkers {
  readonly queue: string
  readonly workerIds: readonly string[]
}

const EVERY_MS = 1000

/** Workers look for jobs themselves this seldom: a notification or `wakeForDueJobs` wakes them. */
export const polling = { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 } as const

/** Wakes the workers of queues with jobs that are due, such as those that wait to be retried, or whose notification was lost. One
 * query for all queues replaces one for each worker. */
export function wakeForDueJobs(boss: PgBoss, queues: readonly QueueWorkers[], log: Logger): RepeatedTask {
  const names = queues.map(({ queue }) => queue)
  return repeat(
    async () => {
      const { rows } = await boss.getDb().executeSql(
        `SELECT queue.name FROM unnest($1::text[]) AS queue (name)
         WHERE EXISTS (
           SELECT FROM pgboss.job
           WHERE job.name = queue.name AND state < 'active' AND NOT blocked AND start_after <= pgboss.job_now())`,
        [names],
      )
      const due = new Set(rows.map(({ name }: { name: string }) => name))
      for (const { queue, workerIds } of queues)
        if (due.has(queue)) for (const id of workerIds) boss.notifyWorker(id)
      return EVERY_MS
    },
    'looking for jobs that are due',
    log,
  )
}
