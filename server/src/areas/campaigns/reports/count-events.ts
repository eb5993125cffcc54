import { type AdCountedEvent, adCountedEvents } from '@kinora/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { OfferEvents } from '../../ads/index.ts'
import { releaseImpression } from './reservations.ts'
import { campaignEvents } from './tables.ts'

/** Stores new events of an ad, in the transaction that counts them. Its impression is not reserved any more then. */
export async function countEvents(tx: Transaction, given: OfferEvents): Promise<void> {
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
  if (counted.includes('impression')) await releaseImpression(tx, given)
}

/** Day in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
