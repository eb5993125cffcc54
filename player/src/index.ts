import './nonce.ts'
import './chrome.ts'
import type { StreamState } from '@kinora/contract'
import type Hls from 'hls.js'
import { showAudioOnly } from './audio-only.ts'
import { clockOf } from './clock.ts'
import { type ContentTime, contentTimeOf } from './content-time.ts'
import { directionOf, type Spoken } from './languages.ts'
import { askState } from './live/ask.ts'
import { controlLive } from './live/live-control.ts'
import { behind, liveView } from './live/live-view.ts'
import { markup } from './markup.ts'
import { audioMenu } from './menus/audio-menu.ts'
import { menuIn } from './menus/menu.ts'
import { shareMenu } from './menus/share-menu.ts'
import { subtitleMenu } from './menus/subtitle-menu.ts'
import type { PreviewCue, ShowPreview } from './preview.ts'
import { parseStartTime, seekWhenReady } from './start-at.ts'
import { openStream } from './stream/open-stream.ts'
import { type Fault, type Stream, withToken } from './stream/stream.ts'

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

const NORMAL_SPEED = '1'
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** Creates a player in `host`, which sets its size. `destroy` removes it. */
export function mountPlayer(host: HTMLElement, options: PlayerOptions): Player {
  const { language, texts } = options.spoken
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.innerHTML = markup
  const part = <E extends Element>(selector: string, type: new () => E): E => {
    const found = root.querySelector(selector)
    if (!(found instanceof type)) throw new Error(`the player has no ${selector}`)
    return found
  }
  const video = part('video', HTMLVideoElement)
  const controller = part('media-controller', HTMLElement)
  const error = part('.error', HTMLElement)

  controller.setAttribute('lang', language)
  controller.setAttribute('aria-label', options.title)
  video.setAttribute('aria-label', options.title)
  part('.deck', HTMLElement).hidden = options.controls === false
  if (options.color) host.style.setProperty('--kinora-accent', `#${options.color}`)
  if (options.poster !== null) video.poster = options.poster
  if (options.logo) showLogo(part('.logo', HTMLImageElement), options.logo)
  const content = contentTimeOf(video)
  let startAtS = parseStartTime(options.startAt ?? '')
  if (startAtS > 0) seekWhenReady(video, () => content.begin(startAtS))
  // The storyboard of a live stream has no times of the player.
  const isStream = options.live !== undefined && options.live !== null && options.live !== 'recording'
  if (options.storyboard !== null && !isStream) addStoryboard(video, options.storyboard)

  // The preview is only visual, and media-chrome sets no alternative text for its image.
  root.querySelector('media-preview-thumbnail')?.shadowRoot?.querySelector('img')?.setAttribute('alt', '')

  const dir = directionOf(language)
  const speed = menuIn(controller, part('.speed', HTMLElement), {
    label: texts.speed,
    dir,
    showsChoice: true,
    onChoose(value) {
      stream.setSpeed(Number(value))
      speed.mark(value)
      return false
    },
  })
  speed.offer(
    SPEEDS.map((rate) => ({ value: String(rate), name: `${rate}×` })),
    NORMAL_SPEED,
  )
  const quality = menuIn(controller, part('.quality', HTMLElement), {
    label: texts.quality,
    dir,
    showsChoice: true,
    onChoose(value) {
      stream.choose(Number(value))
      quality.mark(value)
      return false
    },
  })
  if (options.share) {
    const { share: address, title } = options
    shareMenu(controller, part('.share', HTMLElement), video, { address, title, content, dir, texts })
  }

  const time = part('.time', HTMLElement)
  const showTime = () => {
    const position = stream.position()
    if (position === null)
      time.textContent = isStream && !(video.duration > 0) ? '' : clockOf(video.currentTime, video.duration)
    else time.textContent = position.isAtEdge ? '' : behind(position.latencyS)
  }
  for (const event of ['timeupdate', 'durationchange', 'seeking', 'loadeddata'])
    video.addEventListener(event, showTime)

  const { title, waveform = null } = options
  showAudioOnly(part('.audio-only', HTMLElement), video, { title, waveform })

  const showFault = (fault: Fault | null) => {
    if (fault !== null) video.dispatchEvent(new CustomEvent('kinorafault', { detail: fault }))
    error.hidden = fault === null
    error.dir = dir
    const words = { network: texts.errorNetwork, missing: texts.errorMissing, media: texts.errorMedia }
    part('.error strong', HTMLElement).textContent = texts.errorTitle
    part('.error p', HTMLElement).textContent = fault === null ? '' : words[fault]
    part('.error button', HTMLButtonElement).textContent = texts.retry
  }
  part('.error button', HTMLButtonElement).addEventListener('click', () => {
    showFault(null)
    const { currentTime } = video
    stream.open(currentTime)
    video.play().catch(() => undefined)
  })

  const subtitles = subtitleMenu(controller, part('.subtitles', HTMLElement), {
    texts,
    dir,
    asked: options.captions ?? '',
  })
  const audioTracks = audioMenu(controller, part('.audio-tracks', HTMLElement), { texts, dir }, (chosen) =>
    stream.selectAudio(chosen),
  )
  let { token } = options
  const stream: Stream = openStream(
    video,
    options.src,
    token,
    {
      onFault: (fault) => void live.failed(fault),
      onLive: () => live.opened(),
      onSession(path, hls) {
        const shown = showAds(path, hls)
        const isKnown = startAtS === 0 || video.played.length > 0
        // Ads that nobody sees would count once they are loaded.
        return isKnown ? null : shown.then(() => content.begin(startAtS))
      },
      onRefused: () => live.refused(),
      onSubtitles: subtitles.offer,
      onAudioTracks: audioTracks.offer,
      onAudioTrack: audioTracks.show,
      onQualities: ({ levels, chosen, playing }) => {
        const current = levels.find(({ index }) => index === playing)
        const auto = current ? texts.autoNow.replace('{quality}', current.name) : texts.auto
        quality.offer(
          [
            { value: '-1', name: auto },
            ...levels.toReversed().map(({ index, name }) => ({ value: String(index), name })),
          ],
          String(chosen),
        )
        quality.place.hidden = levels.length < 2
      },
    },
    options.guided,
  )

  let ads = new AbortController()
  async function showAds(path: string, hls: Hls): Promise<void> {
    ads.abort()
    ads = new AbortController()
    const { signal } = ads
    const { controlAds } = await import('./ads/control-ads.ts')
    await controlAds(
      {
        root,
        controller,
        video,
        hls,
        language,
        dir,
        content,
        urlOf: (file) => withToken(`${path}${file}`, token),
        restart() {
          startAtS = 0
          stream.open(0)
          const play = () => void video.play().catch(() => undefined)
          play()
          // Loading can pause it again.
          video.addEventListener('loadedmetadata', play, { once: true })
        },
        onAd: subtitles.cover,
      },
      signal,
    )
  }

  const view = liveView({
    controller,
    part,
    video,
    texts,
    dir,
    storyboard: () => options.storyboard && withToken(options.storyboard, token),
    dateAt: stream.dateAt,
    onGoToLive() {
      stream.goToEdge()
      video.play().catch(() => undefined)
    },
    onJoin: () => live.join(),
    onRecording() {
      live.leave()
      if (options.storyboard !== null && isStream) addStoryboard(video, options.storyboard)
      stream.open(0)
      video.play().catch(() => undefined)
    },
  })
  const live = controlLive(video, stream, {
    ask: () => askState(withToken(options.src, token)),
    onState: view.showState,
    onJoin: () => video.querySelector('track[label=thumbnails]')?.remove(),
    onPosition(position) {
      view.showPosition(position)
      showTime()
      speed.place.hidden = position?.isAtEdge === true
      if (position?.isAtEdge && speed.chosen !== NORMAL_SPEED) {
        stream.setSpeed(Number(NORMAL_SPEED))
        speed.mark(NORMAL_SPEED)
      }
    },
    onFault: showFault,
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
      ads.abort()
      live.close()
      stream.close()
      root.replaceChildren()
    },
  }
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
