import { keptDays } from '@kinora/contract'
import { lte, type SQL, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Activity } from '../activity.ts'
import { deliveries, webhooks } from '../tables.ts'

const BATCH = 1000
/** The next sweep handles the rest. */
const MAX_BATCHES = 200

/** Removes old deliveries, previous secrets after rotation, and data of deleted and disabled webhooks. */
export async function sweepWebhooks({ db, clock }: Activity): Promise<void> {
  const now = clock.now()
  await repeatInBatches(() => abandonDeliveries(db, null, now))
  await deleteWebhookData(db, MAX_BATCHES)
  const before = addSeconds(now, -keptDays * 24 * 3600).toISOString()
  await repeatInBatches(() => deleteDeliveries(db, sql`created_at < ${before}::timestamptz`))
  await db.update(webhooks).set({ previousSecret: null }).where(lte(webhooks.rotatingUntil, now))
}

/** Deletes deliveries of deleted webhooks, then the webhooks that have none left. */
export async function deleteWebhookData(db: Queryable, mostBatches: number): Promise<void> {
  const isOfDeleted = sql`webhook_id IN (SELECT id FROM ${webhooks} WHERE status = 'deleted')`
  await repeatInBatches(() => deleteDeliveries(db, isOfDeleted), mostBatches)
  await db.execute(sql`
    DELETE FROM ${webhooks} WHERE status = 'deleted'
    AND NOT EXISTS (SELECT 1 FROM ${deliveries} WHERE webhook_id = ${webhooks.id})`)
}

/** Marks a batch of pending deliveries as failed if their webhook is not active or was disabled in between. Skips
 * deliveries that are being sent. */
export async function abandonDeliveries(db: Queryable, webhookId: string | null, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    UPDATE ${deliveries} SET status = 'failed', next_attempt_at = NULL
    WHERE id IN (
      SELECT waiting.id FROM ${webhooks} AS webhook CROSS JOIN LATERAL (
        SELECT id FROM ${deliveries} WHERE webhook_id = webhook.id AND status = 'pending'
          AND (webhook.status <> 'active' OR queued_at < webhook.active_since)
          AND (claimed_until IS NULL OR claimed_until <= ${now.toISOString()}::timestamptz)
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ) AS waiting
      WHERE ${webhookId}::uuid IS NULL OR webhook.id = ${webhookId}::uuid
      LIMIT ${BATCH}
    )`)
  return rowCount ?? 0
}

async function deleteDeliveries(db: Queryable, which: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM ${deliveries} WHERE id IN (SELECT id FROM ${deliveries} WHERE ${which} LIMIT ${BATCH})`)
  return rowCount ?? 0
}

async function repeatInBatches(work: () => Promise<number>, most = MAX_BATCHES): Promise<void> {
  for (let n = 0; n < most; n++) if ((await work()) < BATCH) return
}
