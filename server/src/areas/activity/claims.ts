import { sql } from 'drizzle-orm'
import type { Activity } from './activity.ts'
import type { Letter } from './attempts.ts'
import { array } from './pages.ts'
import { deliveries, webhooks } from './tables.ts'

/** A delivery that this process is to send. */
export interface Claimed {
  readonly id: string
  readonly webhookId: string
  readonly attempts: number
  readonly failures: number
  readonly claimedUntil: Date
  readonly letter: Letter
}

export interface ClaimLimits {
  /** Deliveries at once to one webhook, from this process. */
  readonly perWebhook: number
  /** The same to one that fails just now: it would keep places for as long as a request may take. */
  readonly perFailing: number
  readonly leaseMs: number
}

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly body: string
  readonly attempts: number
  readonly failures: number
  readonly url: string
  readonly secret: string
  readonly previous_secret: string | null
  readonly rotating_until: string | null
}

/**
 * Takes at most `free` due deliveries for this process, until their lease is over. However many are due to one
 * webhook, it is given no more than its places.
 * @param sending how many are under way from this process, by webhook
 */
export async function claimDue(
  { db, clock }: Activity,
  free: number,
  sending: ReadonlyMap<string, number>,
  { perWebhook, perFailing, leaseMs }: ClaimLimits,
): Promise<Claimed[]> {
  const now = clock.now()
  const claimedUntil = new Date(now.getTime() + leaseMs)
  const at = sql`${now.toISOString()}::timestamptz`
  const busy = sql`unnest(${array([...sending.keys()], 'uuid')}, ${array([...sending.values()].map(String), 'int')})`
  const { rows } = await db.execute<Row>(sql`
    WITH due AS (
      SELECT waiting.id
      FROM (
        SELECT id, active_since, coalesce(busy.sending, 0) AS sending,
          CASE WHEN failing_since IS NULL THEN ${perWebhook}::int ELSE ${perFailing}::int END AS places
        FROM ${webhooks} LEFT JOIN ${busy} AS busy (webhook_id, sending) ON busy.webhook_id = id
        WHERE status = 'active' ORDER BY random()
      ) AS webhook CROSS JOIN LATERAL (
        SELECT id FROM ${deliveries}
        WHERE webhook_id = webhook.id AND status = 'pending' AND next_attempt_at <= ${at}
          AND queued_at >= webhook.active_since AND (claimed_until IS NULL OR claimed_until <= ${at})
        ORDER BY next_attempt_at, id LIMIT greatest(0, webhook.places - webhook.sending)
        FOR UPDATE SKIP LOCKED
      ) AS waiting
      LIMIT ${free}
    )
    UPDATE ${deliveries} AS delivery SET claimed_until = ${claimedUntil.toISOString()}::timestamptz
    FROM due, ${webhooks} AS webhook
    WHERE delivery.id = due.id AND webhook.id = delivery.webhook_id
    RETURNING delivery.id, delivery.webhook_id, delivery.event_id, delivery.body, delivery.attempts,
      delivery.failures, webhook.url, webhook.secret, webhook.previous_secret, webhook.rotating_until`)
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    attempts: row.attempts,
    failures: row.failures,
    claimedUntil,
    letter: { eventId: row.event_id, body: row.body, to: addresseeOf(row) },
  }))
}

function addresseeOf({ url, secret, previous_secret, rotating_until }: Row): Letter['to'] {
  const rotatingUntil = rotating_until === null ? null : new Date(rotating_until)
  return { url, secret, previousSecret: previous_secret, rotatingUntil }
}
