import { adEventShares, type ReportedAdEvent } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'
import type { Ads } from '../ads.ts'
import { type Decision, insertedAds } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { leaveToPlayer, releaseEvents } from '../tracking/held-events.ts'
import { cancelLaterEvents, recordEvents } from '../tracking/record-events.ts'

/** Records the events that a player reports. @throws problem ad-not-in-session, before any event is recorded */
export async function reportEvents(
  ads: Pick<Ads, 'db' | 'clock' | 'jobs' | 'offers'>,
  session: SessionRef,
  decisions: readonly Decision[],
  events: readonly ReportedAdEvent[],
): Promise<void> {
  const found = events.map(({ break: position, ad: index, event }) => {
    const decision = decisions.find((each) => each.position === position)
    const inserted = decision && insertedAds(decision).find((each) => each.index === index)
    if (inserted === undefined) throw problem('ad-not-in-session')
    return { position, index, event, ad: inserted.ad, filler: inserted.filler }
  })
  // A player that reports progress counts its session itself. Otherwise a report is a sign of life.
  if (found.some(({ event }) => isProgress(event))) await leaveToPlayer(ads, session)
  else await releaseEvents(ads, session)
  for (const { position, index, ad, event, filler } of found) {
    // House ads, bumpers and slates are not counted.
    if (filler !== null) continue
    await recordEvents(ads, session, position, index, ad, [{ event, offsetS: 0 }])
    if (event === 'skip') await cancelLaterEvents(ads, session, position, index, ad)
  }
}

function isProgress(event: ReportedAdEvent['event']): boolean {
  return adEventShares.some(([progress]) => progress === event)
}
