import type pg from 'pg'
import type { GaugeGroup } from '../gauges/gauges.ts'

const labels = ['job'] as const

/** Jobs of all processes by kind. A kind without jobs has zeros. */
export function jobGauges(pool: pg.Pool): GaugeGroup {
  return {
    name: 'jobs',
    of: 'installation',
    gauges: {
      kinora_jobs_waiting: { help: 'Jobs that wait for a worker', labels },
      kinora_jobs_active: { help: 'Jobs that a worker has begun, in all processes', labels },
      kinora_jobs_oldest_seconds: { help: 'Age of the oldest waiting job', labels },
    },
    async read() {
      // The queue has times of the database's clock.
      const { rows } = await pool.query<{ job: string; waiting: number; active: number; oldest: number }>(`
        WITH waiting AS (
          SELECT name, count(*) AS jobs, max(extract(epoch FROM now() - greatest(created_on, start_after))) AS oldest
          FROM pgboss.job WHERE state < 'active' AND start_after <= now() GROUP BY name),
        active AS (
          SELECT name, count(*) AS jobs FROM pgboss.job WHERE state = 'active' AND group_id IS NOT NULL GROUP BY name)
        SELECT queue.name AS job, coalesce(waiting.jobs, 0)::int AS waiting, coalesce(active.jobs, 0)::int AS active,
          coalesce(waiting.oldest, 0)::float8 AS oldest
        FROM pgboss.queue LEFT JOIN waiting USING (name) LEFT JOIN active USING (name)
        WHERE queue.name NOT LIKE '%.dead' AND queue.name NOT LIKE '\\_\\_%'
        ORDER BY queue.name`)
      return rows.flatMap(({ job, waiting, active, oldest }) => [
        { gauge: 'kinora_jobs_waiting', labels: { job }, value: waiting },
        { gauge: 'kinora_jobs_active', labels: { job }, value: active },
        { gauge: 'kinora_jobs_oldest_seconds', labels: { job }, value: Math.max(0, oldest) },
      ])
    },
  }
}
