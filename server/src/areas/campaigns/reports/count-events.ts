import { type AdCountedEvent, adCountedEvents } from '@kinora/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { UsageFact } from '../../../platform/usage/usage.ts'
import type { OfferEvents } from '../../ads/index.ts'
import { releaseImpression } from './reservations.ts'
import { campaignEvents } from './tables.ts'

/** Stores new events of an ad, in the transaction that counts them. Its impression is not reserved any more then. */
export async function countEvents(
  { usage }: Pick<Platform, 'usage'>,
  tx: Transaction,
  given: OfferEvents,
): Promise<void> {
  const { environmentId, campaignId, creativeId, events, currency, impressionNanos, at, amount } = given
  const counted = events.filter((event): event is AdCountedEvent =>
    adCountedEvents.some((one) => one === event),
  )
  if (counted.length === 0) return
  const common = { environmentId, campaignId, creativeId, day: dayOf(at), currency, amount }
  const rows = counted.map((event) => ({
    ...common,
    event,
    spendNanos: event === 'impression' ? amount * impressionNanos : 0,
  }))
  await tx.insert(campaignEvents).values(rows)
  if (!counted.includes('impression')) return
  await releaseImpression(tx, given)
  // Impressions are never subtracted.
  if (amount > 0) await usage.record(tx, [usedBy(given)])
}

function usedBy({ environmentId, campaignId, sessionId, position, ad, at }: OfferEvents): UsageFact {
  const key = `campaign:${sessionId}:${position}:${ad}`
  return { key, environmentId, objectId: campaignId, meter: 'campaigns', quantity: 1, occurredAt: at }
}

/** Day in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
