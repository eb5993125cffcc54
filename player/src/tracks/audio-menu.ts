import type { Texts } from '../languages.ts'
import {
  type AudioChoice,
  type AudioTrack,
  bestAudioTrack,
  storeAudioChoice,
  storedAudioChoice,
} from './audio-choice.ts'

export interface AudioMenu {
  /** Called when the tracks change. Returns the index of the track to play, or -1 for the default of the video. */
  offer(tracks: readonly AudioTrack[]): number
  /** Called when this track plays. */
  show(playing: number): void
}

/** Lets viewers choose the audio track, with the menu or with `a`, which selects the next one. */
export function audioMenu(
  controller: HTMLElement,
  place: HTMLElement,
  menu: HTMLSelectElement,
  texts: Texts,
  choose: (track: number) => void,
): AudioMenu {
  let tracks: readonly AudioTrack[] = []
  let choice: AudioChoice | null = storedAudioChoice()

  function take(n: number): void {
    const chosen = tracks[n]
    if (chosen === undefined) return
    choice = chosen
    storeAudioChoice(chosen)
    menu.value = String(n)
    choose(n)
  }

  menu.setAttribute('aria-label', texts.audio)
  menu.setAttribute('aria-keyshortcuts', 'a')
  menu.addEventListener('change', () => take(Number(menu.value)))
  controller.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
    if (key.toLowerCase() !== 'a' || altKey || ctrlKey || metaKey || target instanceof HTMLSelectElement)
      return
    if (tracks.length > 1) take((Number(menu.value) + 1) % tracks.length)
  })

  return {
    offer(found) {
      tracks = found
      place.hidden = found.length < 2
      menu.replaceChildren(...found.map((track, n) => entryOf(track, String(n), texts)))
      return bestAudioTrack(found, choice)
    },
    show(playing) {
      menu.value = String(playing)
    },
  }
}

function entryOf({ name, language, described }: AudioTrack, value: string, texts: Texts): HTMLOptionElement {
  const entry = new Option(described ? texts.described.replace('{name}', () => name) : name, value)
  entry.lang = language
  entry.dir = 'auto'
  return entry
}
