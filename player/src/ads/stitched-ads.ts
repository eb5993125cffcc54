import type { SessionAds } from '@kinora/contract'
import type { ContentTime } from '../content-time.ts'
import { guardSeeks } from './seek-guard.ts'
import {
  beginningOf,
  breakAt,
  contentTimeAt,
  endOf,
  landingOf,
  type Showing,
  showingAt,
  streamTimeAt,
} from './timeline.ts'

/** Where ads come from: segments of the stream, or interstitials. */
export interface AdPlayback {
  /** Null while the video plays. */
  now(): Showing | null
  /** Of the timeline that breaks are marked on, in seconds. Null if it is not known. */
  lengthS(): number | null
  /** Null if it is that of the element. */
  readonly content: ContentTime | null
  /** Goes to the end of the current ad. */
  skip(): void
  /** Called several times a second, before `now`. */
  tick(): void
  close(): void
}

/** Ads among the segments of a video. */
export function stitchedAds(video: HTMLVideoElement, ads: SessionAds): AdPlayback {
  const { breaks } = ads
  const guard = guardSeeks(
    video,
    {
      spans: () => breaks,
      land: (watched, fromS, toS) => landingOf(ads, watched, fromS, toS),
      resumeAt: (wantedS) => wantedS,
    },
    0,
  )
  // The last ad after the video can be a little longer than the playlist says.
  const postrollS = breaks.find(({ kind }) => kind === 'postroll')?.at ?? Number.POSITIVE_INFINITY
  // What the last tick has decided about, not what may have begun since.
  const now = () => showingAt(breaks, guard.atS() ?? 0)
  return {
    now,
    lengthS: () => (Number.isFinite(video.duration) ? video.duration : null),
    content: {
      now: () => contentTimeAt(breaks, video.currentTime),
      begin(contentS) {
        const landing = beginningOf(ads, streamTimeAt(breaks, contentS))
        guard.begin(landing)
        return landing.toS
      },
      isAd: () => breakAt(breaks, video.currentTime) !== null || video.currentTime >= postrollS,
      isReplaced: () => false,
      isOver: () => video.ended,
    },
    skip() {
      const showing = now()
      if (showing !== null) guard.skip(endOf(showing.ad), showing.ad === showing.shown.ads.at(-1))
    },
    tick: guard.tick,
    close: guard.close,
  }
}
