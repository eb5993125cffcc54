import type { ShownAd, ShownBreak } from '@kinora/contract'

/** Known ads of the session. Breaks of a live stream are added while it plays. */
export interface KnownAds {
  breaks: readonly ShownBreak[]
  readonly allowSeekOverAds: boolean
}

/** The ad that is shown now, and its break. */
export interface Showing {
  readonly shown: ShownBreak
  readonly ad: ShownAd
  /** Number of the ad in its break, from 1. */
  readonly number: number
  /** Elapsed time of the ad, in seconds. */
  readonly elapsedS: number
}

/** Result of a seek. */
export interface Landing {
  readonly toS: number
  /** Position after a break that has to be played first. Null without one. */
  readonly thenS: number | null
}

/** Position of a break in the stream, in seconds. */
export type Span = Pick<ShownBreak, 'break' | 'at' | 'durationS'>

export const endOf = ({ at, durationS }: Pick<Span, 'at' | 'durationS'>) => at + durationS

export function breakAt<B extends Span>(breaks: readonly B[], seconds: number): B | null {
  return breaks.find((each) => each.at <= seconds && seconds < endOf(each)) ?? null
}

/** Finds the ad at a time of the stream. Null for the video. */
export function showingAt(breaks: readonly ShownBreak[], seconds: number): Showing | null {
  const shown = breakAt(breaks, seconds)
  const index = shown?.ads.findLastIndex(({ at }) => at <= seconds) ?? -1
  const ad = shown?.ads[index]
  if (shown === null || ad === undefined) return null
  return { shown, ad, number: index + 1, elapsedS: seconds - ad.at }
}

type Inserted = Pick<ShownBreak, 'at' | 'durationS' | 'replacesS'>

/** Converts a time of the stream, which has stitched ads, to a time of the video. During a break, the time at which the video
 * resumes. @param breaks in order */
export function contentTimeAt(breaks: readonly Inserted[], seconds: number): number {
  let laterS = 0
  for (const each of breaks) {
    if (seconds < each.at) break
    laterS += each.durationS - each.replacesS
    if (seconds < endOf(each)) return endOf(each) - laterS
  }
  return seconds - laterS
}

/** Converts a time of the video to a time of the stream: after a break at this time, or a break that replaces it.
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

/** Decides where a seek ends: at the last unwatched break before the target, unless the channel allows to seek over ads. Watched
 * breaks are skipped. @param watched indexes of breaks */
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

/** Decides where playback with a start time begins: at the pre-roll, or else at the last break before that time, unless the channel
 * allows to seek over ads. */
export function beginningOf({ breaks, allowSeekOverAds }: SeekSettings, atS: number): Landing {
  const hasPreroll = !allowSeekOverAds && breakAt(breaks, 0) !== null
  return hasPreroll ? { toS: 0, thenS: atS } : landingOf({ breaks, allowSeekOverAds }, new Set(), 0, atS)
}

/** Distance from the live edge within which a seek returns to the live edge after a break, in seconds. */
const AT_EDGE_S = 1

/** `landingOf` for a live stream. After a seek to the live edge, `thenS` is infinite if ads have to be played first, because the edge
 * moves on. @param syncS position of viewers at the live edge. Null if unknown */
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
  /** Number of discontinuities before the segment. */
  readonly cc: number
  readonly url: string
}

/** Names of the stream's own segments. Ad segments have other names. */
const ofStream = /\/seg-\d+\.m4s/

export const isAdSegment = ({ url }: Pick<Segment, 'url'>) => !ofStream.test(url)

/** Finds breaks in the segments of a live stream. Their index is the discontinuity of their last ad, because earlier ads leave the
 * window first. @param fromS minimum start of a break, in seconds */
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
