import type { SessionAds, ShownBreak } from '@kinora/contract'
import type Hls from 'hls.js'
import { Events, type InterstitialAssetStartedData, type InterstitialStartedData } from 'hls.js'
import { resumeAtNextFrame } from './resume-at-next-frame.ts'
import type { AdPlayback } from './stitched-ads.ts'
import type { KnownAds, Showing } from './timeline.ts'

/** Distance from its end at which an ad is over, in seconds. */
const END_S = 0.05
/** Maximum distance of a seek to the current position, in seconds. */
const CLOSE_S = 0.5

/** Ads that hls.js plays as interstitials. It plays breaks that viewers seek over, and then returns to the video.
 * @param isLive a live stream continues during ads @param restart plays the video from the beginning */
export function guidedAds(
  hls: Hls,
  video: HTMLVideoElement,
  known: KnownAds,
  { isLive, restart }: { readonly isLive: boolean; readonly restart: () => void },
): AdPlayback {
  /** Target of a seek, while breaks before it play. */
  let wantedS: number | null = null
  /** Start time of a link, while the pre-roll plays. */
  let startS: number | null = null
  /** `break` is before the first ad, `return` after the last one until the video plays, `end` after ads at its end. */
  let plays: 'video' | 'break' | 'ads' | 'return' | 'end' =
    hls.interstitialsManager?.playingAsset == null ? 'video' : 'ads'
  let isPostroll = false
  const isReplaced = () => plays !== 'video' && plays !== 'end'
  const isOver = () => isPostroll || ((plays === 'video' || plays === 'break') && video.ended)
  const breakOf = (id: string | undefined) => breakIn(known, id)

  function now(): Showing | null {
    const { playingItem, playingAsset } = hls.interstitialsManager ?? {}
    const shown = breakOf(playingItem?.event?.identifier)
    // Bumpers are assets too, but not ads.
    const index = shown?.ads.findIndex(({ ad }) => ad === adIn(playingAsset?.uri ?? '')) ?? -1
    const ad = shown?.ads[index]
    if (shown === undefined || ad === undefined) return null
    return { shown, ad, number: index + 1, elapsedS: video.currentTime }
  }

  function seeking(): void {
    if (now() === null && !known.allowSeekOverAds) wantedS = video.currentTime
  }
  function breakStarted(_event: string, { event }: InterstitialStartedData): void {
    isPostroll = breakOf(event.identifier)?.kind === 'postroll'
    plays = 'break'
  }
  const start = () => void video.play().catch(() => undefined)
  function adStarted(): void {
    plays = 'ads'
    // Playback is paused at the end of the video, and hls.js would leave the post-roll paused.
    if (isPostroll) video.addEventListener('canplay', start, { once: true })
  }
  function breakEnded(): void {
    if (isPostroll && plays === 'ads') plays = 'end'
    isPostroll = false
  }
  function playAgain(): void {
    // After a post-roll, hls.js has no buffer of the video.
    if (plays === 'end') restart()
  }
  function resumed(): void {
    // A break can be empty. After ads, hls.js attaches the video again, which ends with `playing`.
    plays = plays === 'ads' ? 'return' : 'video'
    const toS = wantedS ?? startS
    wantedS = null
    startS = null
    if (toS !== null && toS > video.currentTime + CLOSE_S) video.currentTime = toS
  }
  function seeked(): void {
    // No break had to be played first.
    if (now() === null) wantedS = null
  }

  function playing(): void {
    if (plays === 'return') plays = 'video'
  }

  video.addEventListener('play', playAgain)
  video.addEventListener('playing', playing)
  video.addEventListener('seeking', seeking, true)
  video.addEventListener('seeked', seeked)
  hls.on(Events.INTERSTITIAL_STARTED, breakStarted)
  hls.on(Events.INTERSTITIAL_ASSET_STARTED, adStarted)
  hls.on(Events.INTERSTITIAL_ENDED, breakEnded)
  hls.on(Events.INTERSTITIALS_PRIMARY_RESUMED, resumed)
  const stopResuming = isLive ? undefined : resumeAtNextFrame(hls, video)
  return {
    now,
    lengthS: () => hls.interstitialsManager?.primary.duration ?? null,
    content: {
      now: () => hls.interstitialsManager?.primary.currentTime ?? video.currentTime,
      begin(contentS) {
        if (!known.breaks.some(({ kind }) => kind === 'preroll')) return contentS
        startS = contentS
        return 0
      },
      isAd: isReplaced,
      isReplaced,
      isOver,
    },
    skip() {
      const showing = now()
      if (showing === null) return
      if (showing.ad === showing.shown.ads.at(-1)) hls.interstitialsManager?.skip()
      else video.currentTime = video.duration - END_S
    },
    tick() {},
    close() {
      video.removeEventListener('play', playAgain)
      video.removeEventListener('playing', playing)
      video.removeEventListener('seeking', seeking, true)
      video.removeEventListener('seeked', seeked)
      hls.off(Events.INTERSTITIAL_STARTED, breakStarted)
      hls.off(Events.INTERSTITIAL_ASSET_STARTED, adStarted)
      hls.off(Events.INTERSTITIAL_ENDED, breakEnded)
      hls.off(Events.INTERSTITIALS_PRIMARY_RESUMED, resumed)
      stopResuming?.()
    },
  }
}

function breakIn({ breaks }: KnownAds, id: string | undefined): ShownBreak | undefined {
  return breaks.find((each) => id === `break-${each.break}`)
}

/** Requests the ads of a break that begins, if they were not known before, because an ad server answered late.
 * @returns a function that stops it */
export function completeBreaks(hls: Hls, known: KnownAds, ask: () => Promise<SessionAds | null>): () => void {
  async function started(_event: string, { event }: InterstitialAssetStartedData): Promise<void> {
    if (breakIn(known, event.identifier)?.ads.length !== 0) return
    const ads = await ask()
    if (ads !== null) known.breaks = ads.breaks
  }
  hls.on(Events.INTERSTITIAL_ASSET_STARTED, started)
  return () => hls.off(Events.INTERSTITIAL_ASSET_STARTED, started)
}

/** Index of an ad in its break, from the URL of its playlist. */
function adIn(uri: string): number {
  return Number(/[?&]ad=\d+\.(\d+)/.exec(uri)?.[1] ?? -1)
}
