import { adCountedEvents, type SessionAds, type ShownAd, type ShownBreak } from '@kinora/contract'
import { type Decision, type InsertedAd, type insertedAds, lengthOf } from '../decisions/decision.ts'
import type { SessionMode } from '../guided/session-mode.ts'
import type { AdPlayback } from '../playback/ad-playback.ts'
import { adsInBreak, placeBreaks } from '../playlists/ad-places.ts'
import { fillMacros } from '../vast/macros.ts'

/** Ads of a session for its player. */
export function sessionAdsOf(
  { channel, boundariesS }: Pick<AdPlayback, 'channel' | 'boundariesS'>,
  decisions: readonly Decision[],
  mode: SessionMode,
  now: Date,
): SessionAds {
  const { allowSeekOverAds, tracking } = channel
  const known = boundariesS()
  const breaks =
    known === null
      ? liveBreaksOf(decisions, mode, now)
      : breaksOf(decisions, mode === 'guided' ? null : known, now)
  return { allowSeekOverAds, tracking, isLive: known === null, breaks }
}

/** @param boundariesS segment boundaries of the video. Null in guided mode, where ads are not stitched */
function breaksOf(
  decisions: readonly Decision[],
  boundariesS: readonly number[] | null,
  now: Date,
): ShownBreak[] {
  return placeBreaks(decisions, boundariesS).map(({ decision, atS, ads, durationS, replacesS }) => {
    const { position, kind } = decision
    const fromS = boundariesS === null ? 0 : atS
    const shown = ads.filter(isAd).map(({ index, ad, offsetS }) => ({
      ...shownAd(decision, index, ad, now),
      at: fromS + offsetS,
    }))
    return { break: position, kind, at: atS, durationS, replacesS, ads: shown }
  })
}

/** Whether players announce it: bumpers and slates are no ads. */
const isAd = ({ filler }: Pick<ReturnType<typeof insertedAds>[number], 'filler'>) =>
  filler === null || filler === 'house'

/** Breaks of a live stream that have begun, with Unix times. */
function liveBreaksOf(decisions: readonly Decision[], mode: SessionMode, now: Date): ShownBreak[] {
  return decisions.flatMap((decision) => {
    const { splice, position, kind } = decision
    const { ads, durationS } = adsInBreak(decision)
    if (splice === null || ads.length === 0) return []
    const at = splice.startMs / 1000
    const shown = ads.filter(isAd).map(({ index, ad, offsetS }): ShownAd => {
      const own = shownAd(decision, index, ad, now)
      return { ...own, skipAfterS: mode === 'guided' ? own.skipAfterS : null, at: at + offsetS }
    })
    return [{ break: position, kind, at, durationS, replacesS: 0, ads: shown }]
  })
}

function shownAd(
  { offered }: Decision,
  ad: number,
  { tracking, clickThroughUrl, skipAfterS, outputs }: InsertedAd,
  now: Date,
): Omit<ShownAd, 'at'> {
  // Counted events are reported even if no ad server tracks them. A skip is needed to subtract events that were counted ahead.
  const reported = [...tracking.map(({ event }) => event), ...adCountedEvents, 'skip' as const]
  return {
    ad,
    durationS: lengthOf(outputs[0]),
    title: offered[ad]?.title ?? null,
    clickThroughUrl: clickThroughUrl ? fillMacros(clickThroughUrl, { now }) : null,
    skipAfterS: skipAfterS ?? null,
    events: [...new Set(reported)].filter((event) => event !== 'error'),
  }
}
