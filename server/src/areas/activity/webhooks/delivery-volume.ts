import { deliveryStatuses } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Activity } from '../activity.ts'
import { array } from '../pages.ts'
import { deliveries } from '../tables.ts'
import { bucketStart, bucketsOf, fillBuckets, sumOf } from '../volumes.ts'
import { webhookOf } from './webhooks.ts'

const DAY_S = 86_400
/** Maximum deliveries counted of each status. An index has them in order. */
const MAX_COUNTED = 100_000

interface CountRow extends Record<string, unknown> {
  readonly bucket: string
  readonly delivered: number
  readonly failed: number
  readonly pending: number
  readonly counted_from: string | null
}

/** The deliveries of the last day. A delivery that is retried counts as failed until it succeeds.
 * @throws problem not-found */
export async function getDeliveryVolume({ db, clock }: Activity, scope: Scope, webhookId: string) {
  const { id } = await webhookOf(db, scope, webhookId)
  const now = clock.now()
  const from = addSeconds(now, -DAY_S)
  const buckets = bucketsOf(from, now)
  const { rows } = await db.execute<CountRow>(sql`
    WITH counted AS (
      SELECT run.status, record.is_retried, ${bucketStart(buckets, sql`record.created_at`)} AS bucket,
        count(*)::int AS items, min(record.created_at) AS oldest
      FROM unnest(${array(deliveryStatuses, 'text')}) AS run (status) CROSS JOIN LATERAL (
        (SELECT created_at, false AS is_retried FROM ${deliveries}
          WHERE run.status <> 'pending' AND webhook_id = ${id} AND status = run.status
            AND created_at >= ${from.toISOString()}::timestamptz
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_COUNTED})
        UNION ALL
        (SELECT created_at, failures > 0 AS is_retried FROM ${deliveries}
          WHERE run.status = 'pending' AND webhook_id = ${id} AND status = 'pending'
            AND created_at >= ${from.toISOString()}::timestamptz
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_COUNTED})
      ) AS record
      GROUP BY 1, 2, 3
    ), limits AS (
      SELECT max(oldest) AS counted_from FROM (
        SELECT min(oldest) AS oldest FROM counted GROUP BY status HAVING sum(items) >= ${MAX_COUNTED}
      ) AS run
    )
    SELECT bucket,
      coalesce(sum(items) FILTER (WHERE status = 'delivered'), 0)::int AS delivered,
      coalesce(sum(items) FILTER (WHERE status = 'failed' OR is_retried), 0)::int AS failed,
      coalesce(sum(items) FILTER (WHERE status = 'pending' AND NOT is_retried), 0)::int AS pending,
      (SELECT counted_from FROM limits) AS counted_from
    FROM counted GROUP BY bucket`)
  const [{ counted_from: countedFrom } = { counted_from: null }] = rows
  return {
    stepSeconds: buckets.stepSeconds,
    countedFrom: countedFrom === null ? null : new Date(countedFrom).toISOString(),
    items: fillBuckets(buckets, rows, (some) => ({
      delivered: sumOf(some, ({ delivered }) => delivered),
      failed: sumOf(some, ({ failed }) => failed),
      pending: sumOf(some, ({ pending }) => pending),
    })),
  }
}
