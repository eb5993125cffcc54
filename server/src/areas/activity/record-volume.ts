import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import type { Reading } from './pages.ts'
import { bucketStart, bucketsOf, fillBuckets, sumOf } from './volumes.ts'

/** Maximum records counted where an index has all that the filter needs, or else reads the records. */
const MAX_COUNTED = 500_000
const MAX_READ = 50_000

interface CountRow extends Record<string, unknown> {
  readonly bucket: string
  readonly total: number
  readonly failed: number
  readonly counted_from: string | null
}

export interface Counting
  extends Pick<
    Reading,
    'table' | 'runs' | 'runCount' | 'runCondition' | 'otherCondition' | 'filter' | 'from' | 'to'
  > {
  readonly isFailed: SQL
  /** Indexes have the columns of the filter and of `isFailed`. */
  readonly isIndexed: boolean
  readonly now: Date
}

/** Counts the matching records over time, the newest first in each run, so that the cost has a limit. */
export async function countRecords(db: Queryable, counting: Counting) {
  const { table, runs, runCount, runCondition, otherCondition, filter, isFailed, isIndexed } = counting
  const { from, to, now } = counting
  const buckets = bucketsOf(from, to ?? now)
  const perRun = Math.ceil((isIndexed ? MAX_COUNTED : MAX_READ) / Math.max(1, runCount))
  const until = to === null ? sql`` : sql`AND record.created_at < ${to.toISOString()}::timestamptz`
  const select = (condition: SQL) => sql`
        (SELECT record.created_at, ${filter ?? sql`true`} AS is_match, ${isFailed} AS is_failed
        FROM ${table} AS record
        WHERE ${condition} AND record.created_at >= ${from.toISOString()}::timestamptz ${until}
        ORDER BY record.created_at DESC, record.id DESC LIMIT ${perRun})`
  const { rows } = await db.execute<CountRow>(sql`
    SELECT bucket, sum(total)::int AS total, sum(failed)::int AS failed,
      max(max(oldest) FILTER (WHERE scanned >= ${perRun})) OVER () AS counted_from
    FROM ${runs} CROSS JOIN LATERAL (
      SELECT ${bucketStart(buckets, sql`record.created_at`)} AS bucket,
        count(*) FILTER (WHERE is_match) AS total,
        count(*) FILTER (WHERE is_match AND is_failed) AS failed,
        sum(count(*)) OVER () AS scanned, min(min(record.created_at)) OVER () AS oldest
      FROM (${select(runCondition)} ${otherCondition ? sql`UNION ALL ${select(otherCondition)}` : sql``}) AS record
      GROUP BY 1
    ) AS counted
    GROUP BY bucket`)
  const [{ counted_from: countedFrom } = { counted_from: null }] = rows
  return {
    stepSeconds: buckets.stepSeconds,
    countedFrom: countedFrom === null ? null : new Date(countedFrom).toISOString(),
    items: fillBuckets(buckets, rows, (some) => ({
      total: sumOf(some, ({ total }) => total),
      failed: sumOf(some, ({ failed }) => failed),
    })),
  }
}
