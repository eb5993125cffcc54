import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Ads } from '../ads.ts'
import { type Decision, insertedAds } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import type { ReservedPlace } from '../offers/offers.ts'

/** Reserves an impression for each campaign's ad of decisions, in the transaction that stores them.
 * @returns the decisions without ads of campaigns that have no impression left */
export async function reserveAds(
  { clock, offers }: Pick<Ads, 'clock' | 'offers'>,
  tx: Transaction,
  { id: sessionId, environmentId }: SessionRef,
  decisions: readonly Decision[],
): Promise<readonly Decision[]> {
  const now = clock.now()
  const places = decisions.flatMap((decision) =>
    insertedAds(decision).flatMap(({ index, ad }): ReservedPlace[] => {
      if (ad.offeredCreativeId === undefined || ad.labels === undefined) return []
      const { position, cueId, atS } = decision
      // A live break begins within seconds.
      const reachedAt = cueId === null ? addSeconds(now, atS) : now
      return [{ environmentId, campaignId: ad.labels.campaign, sessionId, position, ad: index, reachedAt }]
    }),
  )
  if (places.length === 0) return decisions
  const refused = await offers.reserve(tx, places)
  if (refused.size === 0) return decisions
  return decisions.map((decision) => {
    const own = [...refused].filter(({ position }) => position === decision.position)
    return own.length === 0 ? decision : withoutAds(decision, new Set(own.map(({ ad }) => ad)))
  })
}

/** A decision without some ads of campaigns, whose impressions are used up. */
function withoutAds(decision: Decision, removed: ReadonlySet<number>): Decision {
  const offered = decision.offered.map((each, index) =>
    removed.has(index)
      ? { ...each, skipped: 'used-up' as const, isPassedOver: true as const, inserted: null }
      : each,
  )
  const removedS = decision.offered.reduce(
    (sum, { durationS }, index) => sum + (removed.has(index) ? (durationS ?? 0) : 0),
    0,
  )
  const isEmpty = insertedAds({ offered }).every(({ filler }) => filler !== null)
  const reason = decision.hasEmptyAnswer ? ('no-ads' as const) : ('no-campaign' as const)
  return {
    ...decision,
    // A bumper is only shown with ads.
    offered: isEmpty ? offered.filter(({ filler }) => filler !== 'bumper') : offered,
    filledS: Math.max(0, decision.filledS - removedS),
    reason: isEmpty ? (decision.reason ?? reason) : decision.reason,
  }
}
