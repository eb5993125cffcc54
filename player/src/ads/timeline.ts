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

/** Where a break is, in seconds. */
export type Span = Pick<ShownBreak, 'break' | 'at' | 'durationS'>

export const endOf = ({ at, durationS }: Pick<Span, 'at' | 'durationS'>) => at + durationS

export function breakAt<B extends Span>(breaks: readonly B[], seconds: number): B | null {
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

type Inserted = Pick<ShownBreak, 'at' | 'durationS' | 'replacesS'>

/** The time of the video itself at a time among the segments of a session. During a break, where the video goes on.
 * @param breaks in order */
export function contentTimeAt(breaks: readonly Inserted[], seconds: number): number {
  let laterS = 0
  for (const each of breaks) {
    if (seconds < each.at) break
    laterS += each.durationS - each.replacesS
    if (seconds < endOf(each)) return endOf(each) - laterS
  }
  return seconds - laterS
}

/** Where a session plays a time of the video: after a break at this time, or one that replaces it.
 * @param breaks in order */
export function streamTimeAt(breaks: readonly Inserted[], contentS: number): number {
  let laterS = 0
  for (const each of breaks) {
    const fromS = each.at - laterS
    if (contentS < fromS) break
    if (contentS < fromS + each.replacesS) return endOf(each)
    laterS += each.durationS - each.replacesS
  }
  return contentS + laterS
}

interface SeekSettings {
  readonly breaks: readonly Span[]
  readonly allowSeekOverAds: boolean
}

/** Where a seek ends: a break that the viewer has not seen comes first, unless the channel allows to seek over it, and
 * those that the viewer has seen are left out.
 * @param watched positions of breaks */
export function landingOf(
  { breaks, allowSeekOverAds }: SeekSettings,
  watched: ReadonlySet<number>,
  fromS: number,
  toS: number,
): Landing {
  const isWatched = (each: Span) => watched.has(each.break)
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

/** Where playback begins that should begin at a time: with the pre-roll, or else with the last break before it, unless the
 * channel allows to seek over ads. */
export function beginningOf({ breaks, allowSeekOverAds }: SeekSettings, atS: number): Landing {
  const hasPreroll = !allowSeekOverAds && breakAt(breaks, 0) !== null
  return hasPreroll ? { toS: 0, thenS: atS } : landingOf({ breaks, allowSeekOverAds }, new Set(), 0, atS)
}

/** Seeks that end so close to the live edge go on there after a break. */
const AT_EDGE_S = 1

/** As `landingOf`, in a live stream. A seek to the live edge ends at infinity if ads come first, also those that the viewer
 * may not leave now: the edge moves on.
 * @param syncS where viewers play who are at the live edge. Null if it is not known */
export function liveLandingOf(
  { breaks, allowSeekOverAds }: SeekSettings,
  watched: ReadonlySet<number>,
  fromS: number,
  toS: number,
  syncS: number | null,
): Landing {
  if (syncS === null || toS < syncS - AT_EDGE_S)
    return landingOf({ breaks, allowSeekOverAds }, watched, fromS, toS)
  const reached = { breaks: breaks.filter(({ at }) => at <= toS), allowSeekOverAds }
  const landing = landingOf(reached, watched, fromS, Number.POSITIVE_INFINITY)
  if (landing.toS === Number.POSITIVE_INFINITY) return { toS, thenS: null }
  return { toS: landing.toS, thenS: Number.POSITIVE_INFINITY }
}

interface Segment {
  readonly start: number
  readonly duration: number
  /** Discontinuities before it. */
  readonly cc: number
  readonly url: string
}

/** As the server names segments of a live stream; those of ads have other names. */
const ofStream = /\/seg-\d+\.m4s/

export const isAdSegment = ({ url }: Pick<Segment, 'url'>) => !ofStream.test(url)

/** Breaks among the segments of a live stream. Their number is the discontinuity of their last ad, because earlier ads leave
 * the window first. @param fromS start of the first break that is listed, in seconds */
export function liveSpans(segments: readonly Segment[], fromS: number): Span[] {
  const spans: Span[] = []
  let wasAd = false
  for (const segment of segments) {
    const endS = segment.start + segment.duration
    const isAd = isAdSegment(segment) && endS > fromS
    if (isAd) {
      const begun = wasAd ? spans.pop() : undefined
      const at = begun?.at ?? Math.max(fromS, segment.start)
      spans.push({ break: segment.cc, at, durationS: endS - at })
    }
    wasAd = isAd
  }
  return spans
}
