import { adEventShares, type ReportedAdEvent } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { type Decision, insertedAds } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { confirmEvents, releaseEvents } from '../tracking/held-events.ts'
import { cancelLaterEvents, recordEvents } from '../tracking/record-events.ts'

/** Records the events that a player reports. Progress of an ad counts by its report only with tracking `player`: otherwise anybody
 * could count ads that were never delivered. @throws problem ad-not-in-session, before any event is recorded */
export async function reportEvents(
  ads: Pick<Ads, 'db' | 'clock' | 'jobs' | 'offers' | 'usage'>,
  session: SessionRef,
  decisions: readonly Decision[],
  tracking: ChannelRow['tracking'],
  events: readonly ReportedAdEvent[],
): Promise<void> {
  const found = events.map(({ break: position, ad: index, event }) => {
    const decision = decisions.find((each) => each.position === position)
    const inserted = decision && insertedAds(decision).find((each) => each.index === index)
    if (inserted === undefined) throw problem('ad-not-in-session')
    return { position, index, event, ad: inserted.ad, filler: inserted.filler }
  })
  if (tracking === 'server' && !found.some(({ event }) => isProgress(event)))
    await releaseEvents(ads, session)
  for (const { position, index, ad, event, filler } of found) {
    // House ads, bumpers and slates are not counted.
    if (filler !== null) continue
    if (isProgress(event) && tracking !== 'player') {
      if (tracking === 'server') await confirmEvents(ads, session, { position, index }, [event])
      continue
    }
    await recordEvents(ads, session, position, index, ad, [{ event, offsetS: 0 }])
    if (event === 'skip') await cancelLaterEvents(ads, session, position, index, ad)
  }
}

function isProgress(event: ReportedAdEvent['event']): boolean {
  return adEventShares.some(([progress]) => progress === event)
}
