import { and, eq } from 'drizzle-orm'
import type { Actor } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { audit } from '../../../platform/events/audit.ts'
import { emit } from '../../../platform/events/outbox.ts'
import type { Activity } from '../activity.ts'
import { abandonDeliveries } from '../housekeeping.ts'
import { withoutSecrets } from '../logs/log-text.ts'
import { webhooks } from '../tables.ts'

export type WebhookRow = typeof webhooks.$inferSelect

/**
 * No more is sent, also of what waits.
 * @param actor null where Kinora does it by itself
 * @returns null where it was not active any more
 */
export async function disableWebhook(
  { clock }: Pick<Activity, 'clock'>,
  tx: Transaction,
  id: string,
  because: NonNullable<WebhookRow['disabledBecause']>,
  actor: Actor | null,
): Promise<WebhookRow | null> {
  const [row] = await tx
    .update(webhooks)
    .set({ status: 'disabled', disabledBecause: because })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, 'active')))
    .returning()
  if (row === undefined) return null
  const at = clock.now()
  await abandonDeliveries(tx, row.id, at)
  await announce(tx, row, 'webhook.disabled', { because, createdBy: row.createdBy }, at)
  await audit(tx, {
    ...deedOf(row),
    action: 'webhook.disabled',
    actor,
    before: { status: 'active' },
    after: { status: 'disabled', because },
    at,
  })
  return row
}

type WebhookEvent = 'webhook.created' | 'webhook.updated' | 'webhook.disabled' | 'webhook.deleted'

/** Tells of a change in the transaction that makes it. */
export async function announce(
  tx: Transaction,
  row: WebhookRow,
  type: WebhookEvent,
  data: Record<string, unknown>,
  at: Date,
): Promise<void> {
  const { url, eventTypes, status } = factsOf(row)
  await emit(tx, {
    environmentId: row.environmentId,
    type,
    objectType: 'webhook',
    objectId: row.id,
    data: { url, eventTypes, status, ...data },
    at,
  })
}

/** What the audit trail says of a webhook wherever it names it. */
export function deedOf(row: WebhookRow) {
  const { id, organizationId, environmentId, url } = row
  return { organizationId, environmentId, object: { type: 'webhook', id, name: withoutSecrets(url) } }
}

/** What may be told of a webhook: addresses can carry secrets of the receiver's. */
export function factsOf({ url, eventTypes, status }: WebhookRow) {
  return { url: withoutSecrets(url), eventTypes, status }
}
