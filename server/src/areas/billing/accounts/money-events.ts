import type { EventType } from '@kinora/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Change, recordChange } from '../../../platform/events/changes.ts'
import { environmentIdsOf } from '../../identity/index.ts'

interface MoneyEvent {
  readonly type: EventType
  readonly data: Record<string, unknown>
}

/** Publishes an event in each environment of an organization, because its wallet pays for all of them. */
export async function publishMoneyEvent(
  tx: Transaction,
  organizationId: string,
  object: Change['object'],
  event: MoneyEvent,
  at: Date,
): Promise<void> {
  for (const environmentId of await environmentIdsOf(tx, organizationId))
    await recordChange(tx, null, { environmentId, object, event }, at)
}

/** Publishes an event of the wallet of an organization. */
export async function publishWalletEvent(
  tx: Transaction,
  organizationId: string,
  type: Extract<EventType, `billing.wallet.${string}`>,
  { balance, currency }: { readonly balance: bigint; readonly currency: string },
  at: Date,
): Promise<void> {
  const object = { type: 'wallet' as const, id: organizationId, name: 'Wallet' }
  const data = { organizationId, balance: String(balance), currency }
  await publishMoneyEvent(tx, organizationId, object, { type, data }, at)
}
