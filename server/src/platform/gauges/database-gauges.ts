import type pg from 'pg'
import type { GaugeGroup, Reading } from './gauges.ts'

/** PostgreSQL: whether it answers, its connections, size and oldest transaction. */
export function databaseGauges(pool: pg.Pool): GaugeGroup {
  return {
    name: 'database',
    of: 'installation',
    gauges: {
      kinora_database_connections: { help: 'Connections to PostgreSQL, of all programs' },
      kinora_database_connections_max: { help: 'Connections that PostgreSQL allows' },
      kinora_database_size_bytes: { help: 'Size of the database' },
      kinora_database_oldest_transaction_seconds: { help: 'Age of the oldest open transaction' },
    },
    async read() {
      const { rows } = await pool.query<Record<'connections' | 'allowed' | 'size' | 'oldest', number>>(`
        SELECT count(*)::int AS connections,
          (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) AS allowed,
          pg_database_size(current_database())::float8 AS size,
          coalesce(max(extract(epoch FROM now() - xact_start)) FILTER (WHERE datname = current_database()), 0)::float8
            AS oldest
        FROM pg_stat_activity WHERE backend_type = 'client backend'`)
      return rows.flatMap(({ connections, allowed, size, oldest }) => [
        { gauge: 'kinora_database_connections', value: connections },
        { gauge: 'kinora_database_connections_max', value: allowed },
        { gauge: 'kinora_database_size_bytes', value: size },
        { gauge: 'kinora_database_oldest_transaction_seconds', value: Math.max(0, oldest) },
      ])
    },
  }
}

/** Longest time in which PostgreSQL must answer. Less than a group of gauges has. */
const ANSWER_MS = 1500

/** Whether PostgreSQL answers this process, and connections of its pool. */
export function connectionGauges(pool: pg.Pool): GaugeGroup {
  return {
    name: 'connections',
    of: 'process',
    gauges: {
      kinora_database_up: { help: '1 if PostgreSQL answers this process' },
      kinora_database_pool_used: { help: 'Connections of this process that are in use' },
      kinora_database_pool_max: { help: 'Connections that this process may open' },
      kinora_database_pool_waiting: { help: 'Queries of this process that wait for a connection' },
    },
    async read(): Promise<Reading[]> {
      const { totalCount, idleCount, waitingCount, options } = pool
      const [used, max] = [totalCount - idleCount, options.max ?? totalCount]
      return [
        { gauge: 'kinora_database_up', value: (await answers(pool)) ? 1 : 0 },
        { gauge: 'kinora_database_pool_used', value: used },
        { gauge: 'kinora_database_pool_max', value: max },
        { gauge: 'kinora_database_pool_waiting', value: waitingCount },
      ]
    },
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ANSWER_MS)
  })
  const answer = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  const result = await Promise.race([answer, late])
  clearTimeout(timer)
  return result
}
