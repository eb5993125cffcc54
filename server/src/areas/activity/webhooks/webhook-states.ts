import { and, eq } from 'drizzle-orm'
import type { Actor } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { type Change, type ChangedValues, recordChange } from '../../../platform/events/changes.ts'
import { shownAddress } from '../../../platform/net/stored-address.ts'
import type { Activity } from '../activity.ts'
import { webhooks } from '../tables.ts'
import { abandonDeliveries } from './housekeeping.ts'

export type WebhookRow = typeof webhooks.$inferSelect

/** Disables a webhook and abandons its pending deliveries.
 * @param actor null if Kinora disables it
 * @returns null if it was not active */
export async function disableWebhook(
  { clock }: Pick<Activity, 'clock'>,
  tx: Transaction,
  webhook: Pick<WebhookRow, 'id' | 'environmentId'>,
  because: NonNullable<WebhookRow['disabledBecause']>,
  actor: Actor | null,
): Promise<WebhookRow | null> {
  const [row] = await tx
    .update(webhooks)
    .set({ status: 'disabled', disabledBecause: because })
    .where(and(rowOf(webhooks, webhook), eq(webhooks.status, 'active')))
    .returning()
  if (row === undefined) return null
  const at = clock.now()
  await abandonDeliveries(tx, row.id, at)
  const { organizationId, environmentId, createdBy } = row
  const change = webhookChange(
    row,
    'webhook.disabled',
    { before: { status: 'active' }, after: { status: 'disabled', because } },
    {
      because,
      createdBy,
    },
  )
  await recordChange(tx, { actor, scope: { organizationId, environmentId } }, change, at)
  return row
}

type WebhookAction = 'webhook.created' | 'webhook.updated' | 'webhook.disabled' | 'webhook.deleted'

/** A change of a webhook, for `recordChange`. */
export function webhookChange(
  row: WebhookRow,
  action: WebhookAction,
  values: ChangedValues,
  data: Record<string, unknown> = {},
): Change {
  return {
    object: objectOf(row),
    event: { type: action, data: { ...publicFieldsOf(row), ...data } },
    audit: { action, ...values },
  }
}

export function objectOf({ id, url }: WebhookRow) {
  return { type: 'webhook', id, name: shownAddress(url) } as const
}

/** Public fields of a webhook. Its URL may contain secrets of the receiver, which are removed. */
export function publicFieldsOf({ url, eventTypes, status }: WebhookRow) {
  return { url: shownAddress(url), eventTypes, status }
}
