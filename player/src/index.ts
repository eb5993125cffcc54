import './nonce.ts'
import './chrome.ts'
import { clockOf } from './clock.ts'
import type { Spoken } from './languages.ts'
import { markup } from './markup.ts'
import { type PreviewCue, previewOn } from './preview.ts'
import { parseStartTime, seekWhenReady } from './start-at.ts'
import { type Fault, openStream, type Stream } from './stream.ts'
import { audioMenu } from './tracks/audio-menu.ts'
import { subtitleMenu } from './tracks/subtitle-menu.ts'

export { loadLanguage } from './languages.ts'
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
  /** Six hex digits of the progress color. */
  readonly color?: string
  /** From `loadLanguage`. */
  readonly spoken: Spoken
}

export interface Player {
  readonly video: HTMLVideoElement
  /** Replaces all subtitles with these cues until further notice. Null restores the viewer's choice. */
  preview(cues: readonly PreviewCue[] | null): void
  /** Uses another token for further requests, without interrupting playback. */
  renew(token: string): void
  destroy(): void
}

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
  const quality = part('.quality', HTMLSelectElement)
  const speed = part('.speed', HTMLSelectElement)
  const error = part('.error', HTMLElement)

  controller.setAttribute('lang', language)
  controller.setAttribute('aria-label', options.title)
  video.setAttribute('aria-label', options.title)
  part('.deck', HTMLElement).hidden = options.controls === false
  if (options.color) controller.style.setProperty('--media-range-bar-color', `#${options.color}`)
  if (options.poster !== null) video.poster = options.poster
  seekWhenReady(video, parseStartTime(options.startAt ?? ''))
  if (options.storyboard !== null) addStoryboard(video, options.storyboard)

  // The preview is only visual, and media-chrome sets no alternative text for its image.
  root.querySelector('media-preview-thumbnail')?.shadowRoot?.querySelector('img')?.setAttribute('alt', '')

  speed.setAttribute('aria-label', texts.speed)
  speed.append(...SPEEDS.map((rate) => new Option(`${rate}×`, String(rate), rate === 1, rate === 1)))
  speed.addEventListener('change', () => {
    video.playbackRate = Number(speed.value)
  })

  const time = part('.time', HTMLElement)
  const showTime = () => {
    time.textContent = clockOf(video.currentTime, video.duration)
  }
  for (const event of ['timeupdate', 'durationchange', 'seeking', 'loadeddata'])
    video.addEventListener(event, showTime)

  // Audio only: an icon and the title replace the video.
  const audioOnly = part('.audio-only', HTMLElement)
  part('.audio-only span', HTMLElement).textContent = options.title
  const showAudioOnly = () => {
    audioOnly.hidden = video.readyState === 0 || video.videoWidth > 0
  }
  for (const event of ['loadedmetadata', 'resize', 'emptied']) video.addEventListener(event, showAudioOnly)

  quality.setAttribute('aria-label', texts.quality)
  quality.addEventListener('change', () => stream.choose(Number(quality.value)))

  const showFault = (fault: Fault | null) => {
    error.hidden = fault === null
    error.dir = language === 'ar' ? 'rtl' : 'ltr'
    const words = { network: texts.errorNetwork, missing: texts.errorMissing, media: texts.errorMedia }
    part('.error strong', HTMLElement).textContent = texts.errorTitle
    part('.error p', HTMLElement).textContent = fault === null ? '' : words[fault]
    part('.error button', HTMLButtonElement).textContent = texts.retry
  }
  part('.error button', HTMLButtonElement).addEventListener('click', () => {
    showFault(null)
    stream.reload()
  })

  const place = part('.subtitles', HTMLElement)
  const menu = part('.subtitles select', HTMLSelectElement)
  const subtitles = subtitleMenu(controller, place, menu, texts, options.captions ?? '')
  const audioTracks = audioMenu(
    controller,
    part('.audio-tracks', HTMLElement),
    part('.audio-tracks select', HTMLSelectElement),
    texts,
    (chosen) => stream.selectAudio(chosen),
  )
  const stream: Stream = openStream(video, options.src, options.token, {
    onFault: showFault,
    onSubtitles: subtitles.offer,
    onAudioTracks: audioTracks.offer,
    onAudioTrack: audioTracks.show,
    onQualities: ({ levels, chosen, playing }) => {
      const current = levels.find(({ index }) => index === playing)
      const auto = current ? texts.autoNow.replace('{quality}', current.name) : texts.auto
      quality.replaceChildren(
        new Option(auto, '-1'),
        ...levels.toReversed().map(({ index, name }) => new Option(name, String(index))),
      )
      quality.value = String(chosen)
      quality.hidden = levels.length < 2
    },
  })

  showTime()
  const preview = previewOn(video)
  return {
    video,
    preview(cues) {
      preview(cues)
      subtitles.cover(cues !== null)
    },
    renew: (token) => stream.renew(token),
    destroy() {
      stream.close()
      root.replaceChildren()
    },
  }
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
