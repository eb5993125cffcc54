import type { AdFiller } from '@kinora/contract'
import { nearestBoundary } from '@kinora/media'
import { type Decision, type InsertedAd, insertedAds, isAwaited, lengthOf } from '../decisions/decision.ts'

interface PlacedAd {
  /** Index of the ad in its break. */
  readonly index: number
  readonly filler: AdFiller | null
  readonly ad: InsertedAd
  /** Start in seconds from the start of its break. */
  readonly offsetS: number
}

/** Inserted ads of a break in order, with their starts in it. */
export function adsInBreak(decision: Decision): {
  readonly ads: readonly PlacedAd[]
  readonly durationS: number
} {
  let durationS = 0
  const ads = insertedAds(decision).map((inserted) => {
    const placed = { ...inserted, offsetS: durationS }
    durationS += lengthOf(inserted.ad.outputs[0])
    return placed
  })
  return { ads, durationS }
}

/** A break of a video in the playlist of a session. */
interface PlacedBreak extends ReturnType<typeof adsInBreak> {
  readonly decision: Decision
  /** Start in seconds. */
  readonly atS: number
  /** Length of the part of the video that the ads replace, in seconds. */
  readonly replacesS: number
}

/** Breaks with ads in order, and in guided mode also those whose ads are not known yet. @param boundariesS segment boundaries of the video. Null in guided mode, where ads are not stitched */
export function placeBreaks(
  decisions: readonly Decision[],
  boundariesS: readonly number[] | null,
): PlacedBreak[] {
  const boundaryAt = (seconds: number) =>
    boundariesS === null ? seconds : (boundariesS[nearestBoundary(boundariesS, seconds)] ?? 0)
  const breaks: PlacedBreak[] = []
  /** Delay of the video by the breaks so far, in seconds. */
  let laterS = 0
  for (const decision of decisions) {
    const inserted = adsInBreak(decision)
    const isUnknown = boundariesS === null && isAwaited(decision)
    if (inserted.ads.length === 0 && !isUnknown) continue
    const inVideoS = boundaryAt(decision.atS)
    const replacesS = decision.returnS === null ? 0 : boundaryAt(decision.returnS) - inVideoS
    const atS = boundariesS === null ? inVideoS : inVideoS + laterS
    breaks.push({ ...inserted, decision, atS, replacesS })
    laterS += inserted.durationS - replacesS
  }
  return breaks
}

/** Start of an ad in the playlist of a session, in seconds. Null if it is not there. */
export function adPlace(
  decisions: readonly Decision[],
  boundariesS: readonly number[],
  position: number,
  index: number,
): number | null {
  const found = placeBreaks(decisions, boundariesS).find(({ decision }) => decision.position === position)
  const ad = found?.ads.find((each) => each.index === index)
  return found && ad ? found.atS + ad.offsetS : null
}
