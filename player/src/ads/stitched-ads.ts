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

/** Playback of ads: stitched ones, or interstitials. */
export interface AdPlayback {
  /** Current ad. Null while the video plays. */
  now(): Showing | null
  /** Length of the timeline with the break marks, in seconds. Null if unknown. */
  lengthS(): number | null
  /** Content time. Null if it is the time of the media element. */
  readonly content: ContentTime | null
  /** Seeks to the end of the current ad. */
  skip(): void
  /** Called several times a second, before `now`. */
  tick(): void
  close(): void
}

/** Stitched ads of a video. */
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
  // The last ad of a post-roll can be a little longer than in the playlist.
  const postrollS = breaks.find(({ kind }) => kind === 'postroll')?.at ?? Number.POSITIVE_INFINITY
  // Uses the position of the last tick, because seek rules are not applied to later positions yet.
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
