import './nonce.ts'
import './chrome.ts'
import type { StreamState } from '@kinora/contract'
import type Hls from 'hls.js'
import { sessionAds } from './ads/session-ads.ts'
import { clockOf } from './clock.ts'
import { type ContentTime, contentTimeOf } from './content-time.ts'
import { directionOf, type Spoken } from './languages.ts'
import { askState } from './live/ask.ts'
import { controlLive } from './live/live-control.ts'
import { behind, liveView } from './live/live-view.ts'
import type { LivePosition } from './live/position.ts'
import { audioMenu } from './menus/audio-menu.ts'
import { qualityMenu } from './menus/quality-menu.ts'
import { shareMenu } from './menus/share-menu.ts'
import { speedMenu } from './menus/speed-menu.ts'
import { subtitleMenu } from './menus/subtitle-menu.ts'
import type { PreviewCue, ShowPreview } from './preview.ts'
import { showAudioOnly } from './stage/audio-only.ts'
import { faultNotice } from './stage/fault-notice.ts'
import { markup } from './stage/markup.ts'
import { type PartOf, partsIn } from './stage/parts.ts'
import { parseStartTime, seekWhenReady } from './start-at.ts'
import { openStream } from './stream/open-stream.ts'
import { type Stream, withToken } from './stream/stream.ts'

export { type EnglishOf, loadLanguage } from './languages.ts'
export type { PreviewCue } from './preview.ts'

export interface PlayerOptions {
  /** URL of the multivariant playlist. */
  readonly src: string
  /** Playback token of a signed video. */
  readonly token: string | null
  readonly title: string
  readonly poster: string | null
  /** URL of the storyboard's WebVTT. */
  readonly storyboard: string | null
  /** Start time, as in links: `90`, `1m30s`. */
  readonly startAt?: string | null
  /** Language of the subtitles shown from the start, regardless of the viewer's last choice. */
  readonly captions?: string
  /** False hides the controls: a press on the video plays and pauses. */
  readonly controls?: boolean
  /** Six hex digits of the accent color. */
  readonly color?: string
  /** URL of an image in the corner. */
  readonly logo?: string
  /** URL of the waveform, shown if there is neither video nor a poster. */
  readonly waveform?: string | null
  /** URL of the page to share. Without it nothing is shared. */
  readonly share?: string | null
  /** State of a live stream. Without it the player finds out. */
  readonly live?: StreamState | null
  /** hls.js with interstitials, for an ad channel whose ads are not among the segments. */
  readonly guided?: typeof Hls | undefined
  /** From `loadLanguage`. */
  readonly spoken: Spoken
}

export interface Player {
  readonly video: HTMLVideoElement
  readonly content: ContentTime
  /** Replaces all subtitles with these cues until further notice. Null restores the viewer's choice. */
  preview(cues: readonly PreviewCue[] | null): void
  /** Milliseconds from the wall-clock time of the visible frame of a live stream until now. Null if it is not known. */
  latencyMs(): number | null
  /** Uses another token for further requests, without interrupting playback. */
  renew(token: string): void
  destroy(): void
}

/** Creates a player in `host`, which sets its size. `destroy` removes it. */
export function mountPlayer(host: HTMLElement, options: PlayerOptions): Player {
  const { src, title, waveform = null, storyboard, spoken } = options
  const { language, texts } = spoken
  const dir = directionOf(language)
  const words = { texts, dir }
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.innerHTML = markup
  const part = partsIn(root)
  const video = part('video', HTMLVideoElement)
  const controller = part('media-controller', HTMLElement)
  showOptions(host, part, options)
  const content = contentTimeOf(video)
  let { token } = options
  let startAtS = parseStartTime(options.startAt ?? '')
  if (startAtS > 0) seekWhenReady(video, () => content.begin(startAtS))
  // The storyboard of a live stream has no times of the player.
  const isStream = options.live !== undefined && options.live !== null && options.live !== 'recording'
  if (storyboard !== null && !isStream) addStoryboard(video, storyboard)

  const speed = speedMenu(controller, part('.speed', HTMLElement), words, (rate) => stream.setSpeed(rate))
  const offerQualities = qualityMenu(controller, part('.quality', HTMLElement), words, (level) =>
    stream.choose(level),
  )
  if (options.share) {
    const { share: address } = options
    shareMenu(controller, part('.share', HTMLElement), video, { address, title, content, dir, texts })
  }

  const time = part('.time', HTMLElement)
  const showTime = () => {
    time.textContent = timeText(video, stream.position(), isStream)
  }
  for (const event of ['timeupdate', 'durationchange', 'seeking', 'loadeddata'])
    video.addEventListener(event, showTime)

  showAudioOnly(part('.audio-only', HTMLElement), video, { title, waveform })
  const showFault = faultNotice(part, words, () => playFrom(video.currentTime))
  const asked = options.captions ?? ''
  const subtitles = subtitleMenu(controller, part('.subtitles', HTMLElement), { texts, dir, asked })
  const audioTracks = audioMenu(controller, part('.audio-tracks', HTMLElement), words, (chosen) =>
    stream.selectAudio(chosen),
  )
  const stream: Stream = openStream(
    video,
    src,
    token,
    {
      onFault: (fault) => void live.failed(fault),
      onLive: () => live.opened(),
      onSession(path, hls) {
        const shown = ads.show(path, hls)
        const isKnown = startAtS === 0 || video.played.length > 0
        // Ads that nobody sees would count once they are loaded.
        return isKnown ? null : shown.then(() => content.begin(startAtS))
      },
      onRefused: () => live.refused(),
      onSubtitles: subtitles.offer,
      onAudioTracks: audioTracks.offer,
      onAudioTrack: audioTracks.show,
      onQualities: offerQualities,
    },
    options.guided,
  )
  const play = () => void video.play().catch(() => undefined)
  const playFrom = (startS: number) => {
    stream.open(startS)
    play()
  }

  const restart = () => {
    startAtS = 0
    playFrom(0)
    // Loading can pause it again.
    video.addEventListener('loadedmetadata', play, { once: true })
  }
  const ads = sessionAds(
    { root, controller, video, language, dir, content, restart, onAd: subtitles.cover },
    () => token,
  )

  const view = liveView({
    controller,
    part,
    video,
    texts,
    dir,
    storyboard: () => storyboard && withToken(storyboard, token),
    dateAt: stream.dateAt,
    onGoToLive() {
      stream.goToEdge()
      play()
    },
    onJoin: () => live.join(),
    onRecording() {
      live.leave()
      if (storyboard !== null && isStream) addStoryboard(video, storyboard)
      playFrom(0)
    },
  })
  const live = controlLive(video, stream, {
    ask: () => askState(withToken(src, token)),
    onState: view.showState,
    onJoin: () => video.querySelector('track[label=thumbnails]')?.remove(),
    onPosition(position) {
      view.showPosition(position)
      showTime()
      speed.showEdge(position?.isAtEdge === true)
    },
    onFault(fault) {
      video.dispatchEvent(new CustomEvent('kinorafault', { detail: fault }))
      showFault(fault)
    },
  })
  live.start(options.live ?? null)

  showTime()
  // Only editors need it.
  let preview: Promise<ShowPreview> | undefined
  return {
    video,
    content,
    preview(cues) {
      preview ??= import('./preview.ts').then(({ previewOn }) => previewOn(video))
      void preview.then((show) => show(cues))
      subtitles.cover(cues !== null)
    },
    latencyMs() {
      const dateMs = stream.position() === null ? null : stream.dateAt(video.currentTime)
      return dateMs === null || video.paused ? null : Date.now() - dateMs
    },
    renew(next) {
      token = next
      stream.renew(next)
    },
    destroy() {
      ads.close()
      live.close()
      stream.close()
      root.replaceChildren()
    },
  }
}

/** Shows the title, the colors and the images that the page wants. */
function showOptions(host: HTMLElement, part: PartOf, options: PlayerOptions): void {
  const { title, controls, color, poster, logo, spoken } = options
  const video = part('video', HTMLVideoElement)
  const controller = part('media-controller', HTMLElement)
  controller.setAttribute('lang', spoken.language)
  controller.setAttribute('aria-label', title)
  video.setAttribute('aria-label', title)
  part('.deck', HTMLElement).hidden = controls === false
  if (color) host.style.setProperty('--kinora-accent', `#${color}`)
  if (poster !== null) video.poster = poster
  if (logo) showLogo(part('.logo', HTMLImageElement), logo)
  // The preview is only visual, and media-chrome sets no alternative text for its image.
  const preview = part('media-preview-thumbnail', HTMLElement).shadowRoot
  preview?.querySelector('img')?.setAttribute('alt', '')
}

function showLogo(image: HTMLImageElement, address: string): void {
  image.addEventListener('error', () => image.remove())
  image.src = address
  image.hidden = false
}

/** media-chrome reads the scrubber's images from a track with this label. */
function addStoryboard(video: HTMLVideoElement, address: string): void {
  const track = document.createElement('track')
  track.kind = 'metadata'
  track.label = 'thumbnails'
  track.default = true
  track.src = address
  video.append(track)
}

/** Position and length of a video, or the distance from the live edge. Empty at the edge, and before a stream plays. */
function timeText(video: HTMLVideoElement, position: LivePosition | null, isStream: boolean): string {
  if (position !== null) return position.isAtEdge ? '' : behind(position.latencyS)
  return isStream && !(video.duration > 0) ? '' : clockOf(video.currentTime, video.duration)
}
