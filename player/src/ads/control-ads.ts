import type { ReportedAdEvent, SessionAds } from '@kinora/contract'
import type Hls from 'hls.js'
import { openOutbox } from '../beacon/outbox.ts'
import type { FollowedTime } from '../content-time.ts'
import type { Language } from '../languages.ts'
import { adBar } from './ad-bar.ts'
import { adEvents } from './ad-events.ts'
import { loadAdTexts } from './ad-texts.ts'
import { completeBreaks, guidedAds } from './guided-ads.ts'
import { followBreaks, liveAds } from './live-ads.ts'
import { type AdPlayback, stitchedAds } from './stitched-ads.ts'
import type { KnownAds } from './timeline.ts'

export interface AdOptions {
  readonly root: ShadowRoot
  readonly controller: HTMLElement
  readonly video: HTMLVideoElement
  readonly hls: Hls
  readonly language: Language
  readonly dir: 'ltr' | 'rtl'
  /** URL of a file relative to the path of the session, with the viewer's token. */
  readonly urlOf: (file: string) => string
  readonly content: FollowedTime
  /** Plays the video from the beginning. */
  readonly restart: () => void
  /** Called when ads begin and end, to hide subtitles. */
  readonly onAd: (isAd: boolean) => void
}

const TICK_MS = 100
/** Maximum number of events in a request, as in the API. */
const MOST_AT_ONCE = 20

/** Shows the bar for the ads of a session, and reports their events, until `signal` aborts. */
export async function controlAds(options: AdOptions, signal: AbortSignal): Promise<void> {
  const { root, controller, video, hls, language, dir, urlOf, content, restart, onAd } = options
  const [texts, ads] = await Promise.all([loadAdTexts(language), fetchAds(urlOf('ads.json'), signal)])
  if (ads === null || signal.aborted) return
  const outbox = openOutbox<ReportedAdEvent>({
    url: () => urlOf('events'),
    mostAtOnce: MOST_AT_ONCE,
    bodyOf: (events) => ({ events }),
  })
  const known: KnownAds = { breaks: ads.breaks, allowSeekOverAds: ads.allowSeekOverAds }
  const askAgain = () => fetchAds(urlOf('ads.json'), signal)
  const endFollowing = ads.isLive ? followBreaks(hls, known, askAgain) : completeBreaks(hls, known, askAgain)
  const playback: AdPlayback =
    hls.interstitialsManager !== null
      ? guidedAds(hls, video, known, { isLive: ads.isLive, restart })
      : ads.isLive
        ? liveAds(video, hls, known)
        : stitchedAds(video, ads)
  content.follow(playback.content)
  const countsViews = ads.tracking !== 'delivery'
  const events = adEvents(video, root, countsViews, (event) => outbox.add(event, true))
  const bar = adBar({
    root,
    controller,
    texts,
    dir,
    isLocked: !ads.allowSeekOverAds,
    onVisit: () => act('click'),
    onSkip() {
      act('skip')
      playback.skip()
      tick()
    },
  })

  function act(event: ReportedAdEvent['event']): void {
    const showing = playback.now()
    if (showing !== null) events.add(showing, event)
  }

  function tick(): void {
    playback.tick()
    // The position is final only when the seek has ended.
    if (video.seeking) return
    // Before playback starts, the poster is shown.
    const showing = video.played.length > 0 ? playback.now() : null
    events.show(showing)
    bar.show(showing)
    onAd(showing !== null)
  }

  function mark(): void {
    const lengthS = playback.lengthS()
    if (ads !== null && lengthS !== null && lengthS > 0) bar.mark(ads.breaks, lengthS)
  }

  const pressed = () => act('customClick')
  const leave = () => outbox.leave()
  const timer = setInterval(tick, TICK_MS)
  video.addEventListener('click', pressed)
  video.addEventListener('durationchange', mark)
  addEventListener('pagehide', leave)
  mark()
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    video.removeEventListener('click', pressed)
    video.removeEventListener('durationchange', mark)
    removeEventListener('pagehide', leave)
    outbox.leave()
    endFollowing()
    content.follow(null)
    for (const part of [playback, events, bar]) part.close()
    onAd(false)
  })
}

async function fetchAds(url: string, signal: AbortSignal): Promise<SessionAds | null> {
  try {
    const answer = await fetch(url, { signal })
    const ads: SessionAds | null = answer.ok ? await answer.json() : null
    return ads !== null && (ads.isLive || ads.breaks.length > 0) ? ads : null
  } catch {
    return null
  }
}
