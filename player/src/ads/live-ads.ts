import type { SessionAds } from '@kinora/contract'
import type Hls from 'hls.js'
import { Events, type FragChangedData, type LevelDetails } from 'hls.js'
import { canGoBack } from '../live/position.ts'
import { guardSeeks } from './seek-guard.ts'
import type { AdPlayback } from './stitched-ads.ts'
import { isAdSegment, type KnownAds, liveLandingOf, liveSpans, type Span, showingAt } from './timeline.ts'

/** Requests the breaks of a live stream at each change between stream and ads, because breaks are added while the viewer watches.
 * @returns a function that stops it */
export function followBreaks(hls: Hls, known: KnownAds, ask: () => Promise<SessionAds | null>): () => void {
  let shown: number | null = null
  let isAsking = false
  async function refresh(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const ads = await ask()
    isAsking = false
    if (ads !== null) known.breaks = ads.breaks
  }
  const changed = (_event: string, { frag: { cc } }: FragChangedData) => {
    if (cc !== shown) void refresh()
    shown = cc
  }
  const started = () => void refresh()
  hls.on(Events.FRAG_CHANGED, changed)
  hls.on(Events.INTERSTITIAL_STARTED, started)
  return () => {
    hls.off(Events.FRAG_CHANGED, changed)
    hls.off(Events.INTERSTITIAL_STARTED, started)
  }
}

/** Stitched ads of a live stream, by its program date-time. They cannot be skipped, because the stream after them does not exist
 * yet. */
export function liveAds(video: HTMLVideoElement, hls: Hls, known: KnownAds): AdPlayback {
  const { allowSeekOverAds } = known

  // A long window has thousands of segments, so each playlist is searched once.
  let searched: LevelDetails | null = null
  let found: Span[] = []
  function spans(): Span[] {
    const details = hls.latestLevelDetails
    // A destroyed hls.js keeps its segments, but has no live edge.
    if (details === null || hls.liveSyncPosition === null) return []
    if (details !== searched) found = spansOf(details)
    searched = details
    return found
  }

  const guard = guardSeeks(
    video,
    {
      spans,
      land: (watched, fromS, toS) =>
        liveLandingOf({ breaks: spans(), allowSeekOverAds }, watched, fromS, toS, hls.liveSyncPosition),
      resumeAt: (wantedS) => (wantedS < Number.POSITIVE_INFINITY ? wantedS : hls.liveSyncPosition),
    },
    null,
  )
  return {
    now() {
      const atS = guard.atS()
      if (atS === null) return null
      const segment = hls.latestLevelDetails?.fragments.findLast(({ start }) => start <= atS)
      // The program date-time jumps back a little after a break, so it does not identify the ad by itself.
      if (!segment || segment.programDateTime === null || !isAdSegment(segment)) return null
      return showingAt(known.breaks, segment.programDateTime / 1000 + atS - segment.start)
    },
    lengthS: () => null,
    content: null,
    skip() {},
    tick: guard.tick,
    close: guard.close,
  }
}

function spansOf({ totalduration, fragments, fragmentStart, targetduration }: LevelDetails): Span[] {
  // Without a DVR window viewers cannot seek. Segments that are about to leave the window cannot be played.
  return canGoBack({ windowS: totalduration }) ? liveSpans(fragments, fragmentStart + targetduration) : []
}
