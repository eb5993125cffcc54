import type { Event } from '@kinora/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import type { OutboxEvent } from '../../../platform/events/outbox.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import type { Activity } from '../activity.ts'
import { deliveries, webhooks } from '../tables.ts'
import type { WebhookRow } from './webhook-states.ts'

/** Nothing: some deliveries are due. */
export const deliveryChannel: Channel = 'kinora_deliveries'

const INSERT_AT_ONCE = 500

type FanOutContext = Pick<Activity, 'clock'> & {
  readonly authenticator: Pick<Activity['authenticator'], 'findEnvironments'>
}

/** Creates a delivery for each event and each active webhook that subscribes to it. */
export function webhookFanOut(context: FanOutContext): Subscription {
  return {
    name: 'activity.webhooks',
    handle: (tx, event) => queueDeliveries(context, tx, [event]),
    handleMany: (tx, events) => queueDeliveries(context, tx, events),
  }
}

async function queueDeliveries(
  { clock, authenticator }: FanOutContext,
  tx: Transaction,
  events: readonly OutboxEvent[],
): Promise<void> {
  const environmentIds = [...new Set(events.map(({ environmentId }) => environmentId))]
  const active = await tx
    .select()
    .from(webhooks)
    .where(and(inArray(webhooks.environmentId, environmentIds), eq(webhooks.status, 'active')))
    .for('key share')
  if (active.length === 0) return
  const known = await authenticator.findEnvironments(tx, environmentIds)
  const now = clock.now()
  const rows = events.flatMap(({ environmentId, event }) => {
    const wanting = active.filter((webhook) => isWanted(webhook, environmentId, event))
    if (wanting.length === 0) return []
    const body = bodyOf({
      ...event,
      environment: { id: environmentId, name: known.get(environmentId)?.environmentName ?? '' },
    })
    return wanting.map((webhook) => ({
      id: uuidv7(now.getTime()),
      webhookId: webhook.id,
      eventId: event.id,
      eventType: event.type,
      body,
      status: 'pending' as const,
      createdAt: now,
      queuedAt: now,
      nextAttemptAt: now,
    }))
  })
  for (let start = 0; start < rows.length; start += INSERT_AT_ONCE) {
    await tx
      .insert(deliveries)
      .values(rows.slice(start, start + INSERT_AT_ONCE))
      .onConflictDoNothing()
  }
  if (rows.length > 0) await tx.execute(sql`SELECT pg_notify(${deliveryChannel}, '')`)
}

function isWanted(
  webhook: WebhookRow,
  environmentId: string,
  { type, createdAt }: Pick<Event, 'type' | 'createdAt'>,
): boolean {
  return (
    webhook.environmentId === environmentId &&
    webhook.activeSince <= new Date(createdAt) &&
    (webhook.eventTypes.length === 0 || webhook.eventTypes.includes(type))
  )
}

/** The body that receivers get for an event. */
export function bodyOf({ id, type, createdAt, environment, object, data }: Event): string {
  return JSON.stringify({ id, type, createdAt, environment, object, data })
}
