import type { SessionAds, ShownAd, ShownBreak } from '@kinora/contract'
import { nearestBoundary } from '@kinora/media'
import type { ChannelRow } from '../channels/channels.ts'
import { type Decision, type InsertedAd, insertedAds } from '../sessions/decision.ts'
import { fillMacros } from '../vast/macros.ts'

type Settings = Pick<ChannelRow, 'allowSeekOverAds' | 'tracking'>

/** The ads of a session for its player.
 * @param boundariesS of the video; null in guided mode, where ads are not among its segments */
export function sessionAdsOf(
  { allowSeekOverAds, tracking }: Settings,
  decisions: readonly Decision[],
  boundariesS: readonly number[] | null,
  now: Date,
): SessionAds {
  const breaks: ShownBreak[] = []
  let adsBeforeS = 0
  for (const decision of decisions) {
    const inserted = insertedAds(decision)
    if (inserted.length === 0) continue
    const inVideoS =
      boundariesS === null ? decision.atS : (boundariesS[nearestBoundary(boundariesS, decision.atS)] ?? 0)
    const at = boundariesS === null ? inVideoS : inVideoS + adsBeforeS
    const ads: ShownAd[] = []
    let durationS = 0
    for (const { index, ad } of inserted) {
      const shown = shownAd(decision, index, ad, now)
      ads.push({ ...shown, at: boundariesS === null ? durationS : at + durationS })
      durationS += shown.durationS
    }
    breaks.push({ break: decision.position, kind: decision.kind, at, durationS, ads })
    adsBeforeS += durationS
  }
  return { allowSeekOverAds, tracking, breaks }
}

function shownAd(
  { offered }: Decision,
  ad: number,
  { tracking, clickThroughUrl, skipAfterS, outputs }: InsertedAd,
  now: Date,
): Omit<ShownAd, 'at'> {
  return {
    ...{ ad, durationS: lengthOf(outputs[0]), title: offered[ad]?.title ?? null },
    clickThroughUrl: clickThroughUrl ? fillMacros(clickThroughUrl, { now }) : null,
    skipAfterS: skipAfterS ?? null,
    events: [...new Set(tracking.map(({ event }) => event))].filter((event) => event !== 'error'),
  }
}

/** In seconds. */
export function lengthOf(output: InsertedAd['outputs'][number] | undefined): number {
  return output?.segments.reduce((sum, each) => sum + each, 0) ?? 0
}
