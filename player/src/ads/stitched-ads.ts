import type { SessionAds } from '@kinora/contract'
import { breakAt, endOf, landingOf, type Showing, showingAt } from './timeline.ts'

/** Where ads come from: segments of the stream, or interstitials. */
export interface AdPlayback {
  /** Null while the video plays. */
  now(): Showing | null
  /** Of the timeline that breaks are marked on, in seconds. Null if it is not known. */
  lengthS(): number | null
  /** Goes to the end of the current ad. */
  skip(): void
  /** Called several times a second, before `now`. */
  tick(): void
  close(): void
}

/** Browsers and hls.js move by so much to get over gaps, also at the end of a break. */
const NUDGE_S = 0.5
/** Browsers round the position that they seek to down, possibly to before a break. */
const ROUNDING_S = 0.001
/** Seeks closer to a position than this are not worth it. */
const CLOSE_S = 0.3

/** Ads among the segments of the stream. Plays breaks that viewers seek over, and jumps over those they have seen. */
export function stitchedAds(video: HTMLVideoElement, ads: SessionAds): AdPlayback {
  const { breaks } = ads
  const watched = new Set<number>()
  const hasPlayed = video.played.length > 0
  let lastS = hasPlayed ? video.currentTime : 0
  let wantedS: number | null = null
  /** Target of a seek of ours. */
  let ownS: number | null = null

  function go(toS: number): void {
    ownS = toS
    lastS = toS
    video.currentTime = toS
  }

  function seeking(): void {
    const { currentTime } = video
    if (Math.abs(currentTime - lastS) < NUDGE_S) return
    if (ownS !== null && Math.abs(currentTime - ownS) < CLOSE_S) return
    ownS = null
    const { toS, thenS } = landingOf(ads, watched, lastS, currentTime)
    if (thenS !== null || breakAt(breaks, toS) === null) wantedS = thenS
    if (toS === currentTime) lastS = toS
    else go(toS)
  }

  /** The viewer has seen a break. */
  function leave(position: number, endS: number): void {
    watched.add(position)
    const nextS = wantedS
    wantedS = null
    if (nextS !== null && nextS > endS + CLOSE_S) go(nextS)
  }

  video.addEventListener('seeking', seeking)
  if (!hasPlayed && video.currentTime > 0) seeking()

  return {
    // What the last tick has decided about, not what may have begun since.
    now: () => showingAt(breaks, lastS),
    lengthS: () => (Number.isFinite(video.duration) ? video.duration : null),
    skip() {
      const showing = showingAt(breaks, lastS)
      if (showing === null) return
      const { shown, ad } = showing
      const endS = endOf(ad)
      go(endS)
      if (ad === shown.ads.at(-1)) leave(shown.break, endS)
    },
    tick() {
      if (video.seeking) return
      ownS = null
      const before = breakAt(breaks, lastS)
      const atS = video.currentTime + ROUNDING_S
      const current = breakAt(breaks, atS)
      lastS = atS
      if (before !== null && before !== current) leave(before.break, endOf(before))
      // A post-roll that was seen is the end.
      else if (current !== null && watched.has(current.break) && endOf(current) < video.duration - CLOSE_S)
        go(endOf(current))
    },
    close: () => video.removeEventListener('seeking', seeking),
  }
}
