import { adCountedEvents, type SessionAds, type ShownAd, type ShownBreak } from '@kinora/contract'
import { nearestBoundary } from '@kinora/media'
import { type Decision, type InsertedAd, insertedAds, lengthOf } from '../decisions/decision.ts'
import type { SessionMode } from '../guided/session-mode.ts'
import type { AdPlayback } from '../playback/ad-playback.ts'
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
  const breaks: ShownBreak[] = []
  /** Delay of the video by the breaks so far, in seconds. */
  let laterS = 0
  for (const decision of decisions) {
    const inserted = insertedAds(decision)
    if (inserted.length === 0) continue
    const boundaryAt = (seconds: number) =>
      boundariesS === null ? seconds : (boundariesS[nearestBoundary(boundariesS, seconds)] ?? 0)
    const inVideoS = boundaryAt(decision.atS)
    const at = boundariesS === null ? inVideoS : inVideoS + laterS
    const ads: ShownAd[] = []
    let durationS = 0
    for (const { index, filler, ad } of inserted) {
      const shown = shownAd(decision, index, ad, now)
      const isAd = filler === null || filler === 'house'
      if (isAd) ads.push({ ...shown, at: boundariesS === null ? durationS : at + durationS })
      durationS += shown.durationS
    }
    const replacesS = decision.returnS === null ? 0 : boundaryAt(decision.returnS) - inVideoS
    breaks.push({ break: decision.position, kind: decision.kind, at, durationS, replacesS, ads })
    laterS += durationS - replacesS
  }
  return breaks
}

/** Breaks of a live stream that have begun, with Unix times. */
function liveBreaksOf(decisions: readonly Decision[], mode: SessionMode, now: Date): ShownBreak[] {
  return decisions.flatMap((decision) => {
    const { splice, position, kind } = decision
    const inserted = insertedAds(decision)
    if (splice === null || inserted.length === 0) return []
    const at = splice.startMs / 1000
    const ads: ShownAd[] = []
    let durationS = 0
    for (const { index, filler, ad } of inserted) {
      const shown = shownAd(decision, index, ad, now)
      const skipAfterS = mode === 'guided' ? shown.skipAfterS : null
      if (filler === null || filler === 'house') ads.push({ ...shown, skipAfterS, at: at + durationS })
      durationS += shown.durationS
    }
    return [{ break: position, kind, at, durationS, replacesS: 0, ads }]
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
