import { sql } from 'drizzle-orm'
import type { Dispatching } from './activity.ts'
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
 * webhook, it is given no more than its places; webhooks that nothing waits for cost nothing.
 * @param places how many more each webhook may be sent at once; `usually` those that are not named
 */
export async function claimDue(
  { db, clock }: Dispatching,
  free: number,
  places: { readonly left: ReadonlyMap<string, number>; readonly usually: number },
  leaseMs: number,
): Promise<Claimed[]> {
  const now = clock.now()
  const claimedUntil = new Date(now.getTime() + leaseMs)
  const at = sql`${now.toISOString()}::timestamptz`
  const { left, usually } = places
  const known = sql`unnest(${array([...left.keys()], 'uuid')}, ${array([...left.values()].map(String), 'int')})`
  const { rows } = await db.execute<Row>(sql`
    WITH RECURSIVE waited_for (id) AS (
      (SELECT webhook_id FROM ${deliveries} WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT webhook_id FROM ${deliveries} WHERE status = 'pending' AND webhook_id > waited_for.id
        ORDER BY webhook_id LIMIT 1
      ) FROM waited_for WHERE id IS NOT NULL
    ), due AS (
      SELECT waiting.id
      FROM (
        SELECT id, active_since, coalesce(known.places, ${usually}::int) AS places
        FROM waited_for JOIN ${webhooks} USING (id)
        LEFT JOIN ${known} AS known (webhook_id, places) ON known.webhook_id = id
        WHERE status = 'active' ORDER BY random()
      ) AS webhook CROSS JOIN LATERAL (
        SELECT id FROM ${deliveries}
        WHERE webhook_id = webhook.id AND status = 'pending' AND next_attempt_at <= ${at}
          AND queued_at >= webhook.active_since AND (claimed_until IS NULL OR claimed_until <= ${at})
        ORDER BY next_attempt_at, id LIMIT greatest(0, webhook.places)
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
