import type { ShownAd, ShownBreak } from '@kinora/contract'

/** What the player knows of the ads of its session. Breaks of a live stream come while it plays. */
export interface KnownAds {
  breaks: readonly ShownBreak[]
  readonly allowSeekOverAds: boolean
}

/** What is shown of a break now. */
export interface Showing {
  readonly shown: ShownBreak
  readonly ad: ShownAd
  /** Of the ad in its break, from 1. */
  readonly number: number
  /** Seconds of the ad before now. */
  readonly elapsedS: number
}

/** How playback goes on after a seek. */
export interface Landing {
  readonly toS: number
  /** Where the viewer wants to be after a break that comes first. */
  readonly thenS: number | null
}

export const endOf = ({ at, durationS }: Pick<ShownBreak, 'at' | 'durationS'>) => at + durationS

export function breakAt(breaks: readonly ShownBreak[], seconds: number): ShownBreak | null {
  return breaks.find((each) => each.at <= seconds && seconds < endOf(each)) ?? null
}

/** What is shown at a time among the segments of a session. Null if it is the video. */
export function showingAt(breaks: readonly ShownBreak[], seconds: number): Showing | null {
  const shown = breakAt(breaks, seconds)
  const index = shown?.ads.findLastIndex(({ at }) => at <= seconds) ?? -1
  const ad = shown?.ads[index]
  if (shown === null || ad === undefined) return null
  return { shown, ad, number: index + 1, elapsedS: seconds - ad.at }
}

/** Where a seek ends: a break that the viewer has not seen comes first, unless the channel allows to seek over it, and
 * those that the viewer has seen are left out.
 * @param watched positions of breaks */
export function landingOf(
  {
    breaks,
    allowSeekOverAds,
  }: { readonly breaks: readonly ShownBreak[]; readonly allowSeekOverAds: boolean },
  watched: ReadonlySet<number>,
  fromS: number,
  toS: number,
): Landing {
  const isWatched = (each: ShownBreak) => watched.has(each.break)
  const target = breakAt(breaks, toS)
  const past = target !== null && isWatched(target) ? endOf(target) : toS
  if (allowSeekOverAds) return { toS: past, thenS: null }
  const current = breakAt(breaks, fromS)
  if (current !== null && !isWatched(current)) return { toS: fromS, thenS: null }
  const first = breaks.findLast((each) => !isWatched(each) && fromS <= each.at && each.at <= toS)
  if (first === undefined) {
    const isInside = target !== null && !isWatched(target)
    return { toS: isInside ? target.at : past, thenS: null }
  }
  return { toS: first.at, thenS: past > endOf(first) ? past : null }
}
