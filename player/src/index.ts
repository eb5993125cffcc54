import './nonce.ts'
import 'media-chrome'
import { clockOf } from './clock.ts'
import { textsOf } from './languages.ts'
import { markup } from './markup.ts'
import { type PreviewCue, previewOn } from './preview.ts'
import { beginAt, momentOf } from './start-at.ts'
import { type Fault, openStream, type Stream } from './stream.ts'
import { soundMenu } from './tracks/audio-menu.ts'
import { subtitleMenu } from './tracks/subtitle-menu.ts'

export type { PreviewCue } from './preview.ts'

export interface PlayerOptions {
  /** Address of the multivariant playlist. */
  readonly src: string
  /** Playback token, where the video is signed. */
  readonly token: string | null
  readonly title: string
  readonly poster: string | null
  /** Address of the storyboard's WebVTT. */
  readonly storyboard: string | null
  /** The moment to begin at, as links say it: `90`, `1m30s`. */
  readonly startAt?: string | null
  /** Language of subtitles to show from the start, whatever the viewer chose before. */
  readonly captions?: string
  /** False for a player without its deck: a press on the picture plays and pauses. */
  readonly controls?: boolean
  /** Six hex digits for what has been played. */
  readonly color?: string
  /** BCP 47; the nearest of the four languages is taken. */
  readonly language: string
}

export interface Player {
  readonly video: HTMLVideoElement
  /** Shows these cues in the place of all subtitles, from now on; null gives the viewer's choice back. */
  preview(cues: readonly PreviewCue[] | null): void
  /** Asks with another token from now on; what plays goes on playing. */
  renew(token: string): void
  destroy(): void
}

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** Puts a player into `host`, which gives it its size. Ends with `destroy`. */
export function mountPlayer(host: HTMLElement, options: PlayerOptions): Player {
  const { language, texts } = textsOf(options.language)
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
  beginAt(video, momentOf(options.startAt ?? ''))
  if (options.storyboard !== null) addStoryboard(video, options.storyboard)

  // The preview is for the eye; media-chrome leaves its picture without an alternative text.
  root.querySelector('media-preview-thumbnail')?.shadowRoot?.querySelector('img')?.setAttribute('alt', '')

  speed.setAttribute('aria-label', texts.speed)
  speed.append(...SPEEDS.map((rate) => new Option(`${rate}×`, String(rate), rate === 1, rate === 1)))
  speed.addEventListener('change', () => {
    video.playbackRate = Number(speed.value)
  })

  const time = part('.time', HTMLElement)
  const tellTime = () => {
    time.textContent = clockOf(video.currentTime, video.duration)
  }
  for (const event of ['timeupdate', 'durationchange', 'seeking', 'loadeddata'])
    video.addEventListener(event, tellTime)

  // Sound without a picture: a sign and the title take the picture's place.
  const sound = part('.sound', HTMLElement)
  part('.sound span', HTMLElement).textContent = options.title
  const tellPicture = () => {
    sound.hidden = video.readyState === 0 || video.videoWidth > 0
  }
  for (const event of ['loadedmetadata', 'resize', 'emptied']) video.addEventListener(event, tellPicture)

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
  const sounds = soundMenu(
    controller,
    part('.sounds', HTMLElement),
    part('.sounds select', HTMLSelectElement),
    texts,
    (chosen) => stream.listen(chosen),
  )
  const stream: Stream = openStream(video, options.src, options.token, {
    onFault: showFault,
    onSubtitles: subtitles.offer,
    onSounds: sounds.offer,
    onSound: sounds.show,
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

  tellTime()
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

/** media-chrome takes the scrubber's pictures from a track with this label. */
function addStoryboard(video: HTMLVideoElement, address: string): void {
  const track = document.createElement('track')
  track.kind = 'metadata'
  track.label = 'thumbnails'
  track.default = true
  track.src = address
  video.append(track)
}
