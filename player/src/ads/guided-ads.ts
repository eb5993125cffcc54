import type Hls from 'hls.js'
import { Events } from 'hls.js'
import { resumeAtNextFrame } from './resume-at-next-frame.ts'
import type { AdPlayback } from './stitched-ads.ts'
import type { KnownAds, Showing } from './timeline.ts'

/** So close to its end an ad is over. */
const END_S = 0.05
/** A seek to the place where playback is already. */
const CLOSE_S = 0.5

/** Ads that hls.js plays as interstitials. It returns to breaks that viewers seek over, and to the video after them.
 * @param isLive a live stream continues during ads */
export function guidedAds(
  hls: Hls,
  video: HTMLVideoElement,
  known: KnownAds,
  { isLive }: { readonly isLive: boolean },
): AdPlayback {
  /** Where the viewer wants to be after the breaks that come first. */
  let wantedS: number | null = null
  let plays: 'video' | 'break' | 'ads' | 'return' =
    hls.interstitialsManager?.playingAsset == null ? 'video' : 'ads'
  const isReplaced = () => plays !== 'video'

  function now(): Showing | null {
    const { playingItem, playingAsset } = hls.interstitialsManager ?? {}
    const id = playingItem?.event?.identifier
    const shown = known.breaks.find((each) => id === `break-${each.break}`)
    // Bumpers are assets too, but no ads.
    const index = shown?.ads.findIndex(({ ad }) => ad === adIn(playingAsset?.uri ?? '')) ?? -1
    const ad = shown?.ads[index]
    if (shown === undefined || ad === undefined) return null
    return { shown, ad, number: index + 1, elapsedS: video.currentTime }
  }

  function seeking(): void {
    if (now() === null && !known.allowSeekOverAds) wantedS = video.currentTime
  }
  function breakStarted(): void {
    plays = 'break'
  }
  function adStarted(): void {
    plays = 'ads'
  }
  function resumed(): void {
    // A break can be empty. After ads, hls.js attaches the video again, which ends with `playing`.
    plays = plays === 'ads' ? 'return' : 'video'
    const toS = wantedS
    wantedS = null
    if (toS !== null && toS > video.currentTime + CLOSE_S) video.currentTime = toS
  }
  function seeked(): void {
    // Nothing came first.
    if (now() === null) wantedS = null
  }

  function playing(): void {
    if (plays === 'return') plays = 'video'
  }

  video.addEventListener('playing', playing)
  video.addEventListener('seeking', seeking, true)
  video.addEventListener('seeked', seeked)
  hls.on(Events.INTERSTITIAL_STARTED, breakStarted)
  hls.on(Events.INTERSTITIAL_ASSET_STARTED, adStarted)
  hls.on(Events.INTERSTITIALS_PRIMARY_RESUMED, resumed)
  const stopResuming = isLive ? undefined : resumeAtNextFrame(hls, video)
  return {
    now,
    lengthS: () => hls.interstitialsManager?.primary.duration ?? null,
    content: {
      now: () => hls.interstitialsManager?.primary.currentTime ?? video.currentTime,
      begin: (contentS) => contentS,
      isAd: isReplaced,
      isReplaced,
    },
    skip() {
      const showing = now()
      if (showing === null) return
      if (showing.ad === showing.shown.ads.at(-1)) hls.interstitialsManager?.skip()
      else video.currentTime = video.duration - END_S
    },
    tick() {},
    close() {
      video.removeEventListener('playing', playing)
      video.removeEventListener('seeking', seeking, true)
      video.removeEventListener('seeked', seeked)
      hls.off(Events.INTERSTITIAL_STARTED, breakStarted)
      hls.off(Events.INTERSTITIAL_ASSET_STARTED, adStarted)
      hls.off(Events.INTERSTITIALS_PRIMARY_RESUMED, resumed)
      stopResuming?.()
    },
  }
}

/** The number of an ad in its break, which the address of its playlist names. */
function adIn(uri: string): number {
  return Number(/[?&]ad=\d+\.(\d+)/.exec(uri)?.[1] ?? -1)
}
