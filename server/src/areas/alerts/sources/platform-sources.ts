import { sql } from 'drizzle-orm'
import type { AlertSource, MetricQuery, MetricSample } from '../../../platform/alerts/alert-sources.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Alerts } from '../alerts.ts'

const STEP_S = 15
const GB = 1e9
/** Queues of an environment. */
const MAX_QUEUES = 100

/** Waiting jobs of each environment. */
export function jobSource({ db }: { readonly db: Queryable }): AlertSource {
  return {
    name: 'jobs',
    stepS: STEP_S,
    hasHistory: false,
    metrics: { 'jobs.waiting': { absent: 0 }, 'jobs.oldest': { absent: 0 } },
    readyUntil: async (now) => now,
    async sample({ environmentIds, groupBy, to }) {
      const ids = sql.param(`{${environmentIds.join(',')}}`)
      const key = groupBy === 'queue' ? sql`name` : sql`''`
      // The queue has times of the database's clock.
      const { rows } = await db.execute<{
        environment_id: string
        key: string
        waiting: number
        oldest: number
      }>(sql`
        SELECT group_id AS environment_id, ${key} AS key, count(*)::int AS waiting,
          coalesce(max(extract(epoch FROM now() - greatest(created_on, start_after))), 0)::float8 AS oldest
        FROM pgboss.job
        WHERE group_id = ANY (${ids}::text[]) AND state < 'active' AND start_after <= now() AND name NOT LIKE '%.dead'
        GROUP BY 1, 2 ORDER BY waiting DESC LIMIT ${environmentIds.length * MAX_QUEUES}`)
      const busy = new Set(rows.map((row) => row.environment_id))
      const idle = groupBy === 'queue' ? [] : environmentIds.filter((id) => !busy.has(id))
      return [
        ...rows.map((row) => keyframeSampleOf(row.environment_id, row.key, to, row.waiting, row.oldest)),
        ...idle.map((id) => keyframeSampleOf(id, '', to, 0, 0)),
      ]
    },
  }
}

function keyframeSampleOf(
  environmentId: string,
  key: string,
  to: Date,
  waiting: number,
  oldest: number,
): MetricSample {
  const values = { 'jobs.waiting': waiting, 'jobs.oldest': Math.round(oldest) }
  return { environmentId, key, atMs: to.getTime(), values }
}

/** Free space of the storage, the same for all environments. */
export function storageSource({ storage }: Pick<Alerts, 'storage'>): AlertSource {
  return {
    name: 'storage',
    stepS: STEP_S,
    hasHistory: false,
    metrics: { 'storage.free': { absent: null } },
    readyUntil: async (now) => now,
    async sample({ environmentIds, to }: MetricQuery) {
      const free = await storage.freeBytes()
      const values = { 'storage.free': free === null ? null : Math.round((free / GB) * 10) / 10 }
      return environmentIds.map((environmentId) => ({ environmentId, key: '', atMs: to.getTime(), values }))
    },
  }
}
