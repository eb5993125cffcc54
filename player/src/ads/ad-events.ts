import type { ReportedAdEvent } from '@kinora/contract'
import { adEventShares } from '@kinora/contract/ads/values'
import type { Showing } from './timeline.ts'

type AdEvent = ReportedAdEvent['event']

/** Collects events of ads and sends them to the server. */
export interface AdEvents {
  /** Updates the current ad. Called several times a second, with null while the video plays. */
  show(showing: Showing | null): void
  /** Adds an action of the viewer. */
  add(showing: Showing, event: AdEvent): void
  close(): void
}

/** Distance from its end at which an ad counts as complete, in seconds. */
const END_S = 0.5

/** Sends each event of an ad once. @param countsViews whether the player also reports progress events */
export function adEvents(
  video: HTMLVideoElement,
  root: ShadowRoot,
  countsViews: boolean,
  send: (event: ReportedAdEvent) => void,
): AdEvents {
  const sent = new Set<string>()
  let current: Showing | null = null
  let { muted } = video
  let isPaused = video.paused
  let isFull = false

  function add({ shown, ad }: Showing, event: AdEvent): void {
    const key = `${shown.break} ${ad.ad} ${event}`
    if (sent.has(key) || !ad.events.includes(event)) return
    sent.add(key)
    send({ break: shown.break, ad: ad.ad, event })
  }

  function progress(showing: Showing, elapsedS: number): void {
    if (!countsViews) return
    const skipped = sent.has(`${showing.shown.break} ${showing.ad.ad} skip`)
    const share = elapsedS > showing.ad.durationS - END_S ? 1 : elapsedS / showing.ad.durationS
    for (const [event, from] of adEventShares) if (share >= from && !skipped) add(showing, event)
  }

  function changed(): void {
    if (current !== null && video.muted !== muted) add(current, video.muted ? 'mute' : 'unmute')
    muted = video.muted
  }
  function played(): void {
    if (current !== null && isPaused && current.elapsedS > 0) add(current, 'resume')
    isPaused = false
  }
  function paused(): void {
    // Browsers pause at the end too.
    if (current === null || video.ended || current.elapsedS > current.ad.durationS - END_S) return
    isPaused = true
    add(current, 'pause')
  }
  function resized(): void {
    const isNow = root.fullscreenElement !== null
    if (current !== null && isNow !== isFull) add(current, isNow ? 'fullscreen' : 'exitFullscreen')
    isFull = isNow
  }

  const all = { volumechange: changed, play: played, pause: paused }
  for (const [type, listener] of Object.entries(all)) video.addEventListener(type, listener)
  document.addEventListener('fullscreenchange', resized)

  return {
    show(showing) {
      if (current !== null && (showing?.ad !== current.ad || showing.shown !== current.shown))
        isPaused = false
      current = showing
      if (showing !== null && !video.paused) progress(showing, showing.elapsedS)
    },
    add,
    close() {
      for (const [type, listener] of Object.entries(all)) video.removeEventListener(type, listener)
      document.removeEventListener('fullscreenchange', resized)
    },
  }
}
