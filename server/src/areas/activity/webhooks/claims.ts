import { type SQL, sql } from 'drizzle-orm'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'
import type { DispatchContext } from '../activity.ts'
import { array } from '../pages.ts'
import { deliveries, webhooks } from '../tables.ts'
import type { Capacity } from './lanes.ts'
import type { WebhookRow } from './webhook-states.ts'

/** A message with its receiver and signing secrets. */
export interface WebhookMessage {
  readonly eventId: string
  readonly body: string
  readonly receiver: Pick<WebhookRow, 'url' | 'secret' | 'previousSecret' | 'rotatingUntil'>
}

/** A delivery that this process must send. */
export interface ClaimedDelivery {
  readonly id: string
  readonly webhookId: string
  readonly environmentId: string
  readonly isTest: boolean
  readonly failures: number
  readonly claimedUntil: Date
  readonly message: WebhookMessage
}

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly environment_id: string
  readonly is_test: boolean
  readonly body: string
  readonly failures: number
  readonly url: StoredAddress
  readonly secret: string
  readonly previous_secret: string | null
  readonly rotating_until: string | null
}

/** Leases due deliveries to this process, within the capacity of each webhook and environment. Webhooks without
 * pending deliveries cost nothing. */
export async function claimDue(
  { db, clock }: DispatchContext,
  capacity: Capacity,
  leaseMs: number,
): Promise<ClaimedDelivery[]> {
  const now = clock.now()
  const claimedUntil = new Date(now.getTime() + leaseMs)
  const at = sql`${now.toISOString()}::timestamptz`
  const byWebhook = pairsOf(capacity.byWebhook)
  const byEnvironment = pairsOf(capacity.byEnvironment)
  const { rows } = await db.execute<Row>(sql`
    WITH RECURSIVE waited_for (id) AS (
      (SELECT webhook_id FROM ${deliveries} WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT webhook_id FROM ${deliveries} WHERE status = 'pending' AND webhook_id > waited_for.id
        ORDER BY webhook_id LIMIT 1
      ) FROM waited_for WHERE id IS NOT NULL
    ), environment AS (
      SELECT environment_id AS id, array_agg(id ORDER BY random()) AS webhook_ids
      FROM waited_for JOIN ${webhooks} USING (id) WHERE status = 'active' GROUP BY environment_id
    ), due AS (
      SELECT waiting.id
      FROM (
        SELECT webhook_ids, coalesce(known.capacity, ${capacity.defaultPerEnvironment}::int) AS capacity
        FROM environment LEFT JOIN ${byEnvironment} AS known (id, capacity) USING (id) ORDER BY random()
      ) AS environment CROSS JOIN LATERAL (
        SELECT waiting.id
        FROM unnest(environment.webhook_ids) AS turn (id) JOIN ${webhooks} AS webhook USING (id)
        LEFT JOIN ${byWebhook} AS known (id, capacity) USING (id)
        CROSS JOIN LATERAL (
          SELECT id FROM ${deliveries}
          WHERE webhook_id = webhook.id AND status = 'pending' AND next_attempt_at <= ${at}
            AND queued_at >= webhook.active_since AND (claimed_until IS NULL OR claimed_until <= ${at})
          ORDER BY next_attempt_at, id LIMIT greatest(0, coalesce(known.capacity, ${capacity.defaultPerWebhook}::int))
          FOR UPDATE SKIP LOCKED
        ) AS waiting
        LIMIT greatest(0, environment.capacity)
      ) AS waiting
      LIMIT ${capacity.total}
    )
    UPDATE ${deliveries} AS delivery SET claimed_until = ${claimedUntil.toISOString()}::timestamptz
    FROM due, ${webhooks} AS webhook
    WHERE delivery.id = due.id AND webhook.id = delivery.webhook_id
    RETURNING delivery.id, delivery.webhook_id, webhook.environment_id, delivery.event_id, delivery.body,
      delivery.is_test, delivery.failures, webhook.url, webhook.secret, webhook.previous_secret, webhook.rotating_until`)
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    environmentId: row.environment_id,
    isTest: row.is_test,
    failures: row.failures,
    claimedUntil,
    message: { eventId: row.event_id, body: row.body, receiver: receiverOf(row) },
  }))
}

function pairsOf(capacity: ReadonlyMap<string, number>): SQL {
  return sql`unnest(${array([...capacity.keys()], 'uuid')}, ${array([...capacity.values()].map(String), 'int')})`
}

function receiverOf({ url, secret, previous_secret, rotating_until }: Row): WebhookMessage['receiver'] {
  const rotatingUntil = rotating_until === null ? null : new Date(rotating_until)
  return { url, secret, previousSecret: previous_secret, rotatingUntil }
}
