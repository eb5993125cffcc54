import type { Texts } from '../languages.ts'
import {
  type AudioChoice,
  type AudioTrack,
  bestAudioTrack,
  storeAudioChoice,
  storedAudioChoice,
} from '../tracks/audio-choice.ts'
import { type MenuEntry, menuIn } from './menu.ts'

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
  { texts, dir }: { texts: Texts; dir: 'ltr' | 'rtl' },
  choose: (track: number) => void,
): AudioMenu {
  let tracks: readonly AudioTrack[] = []
  let choice: AudioChoice | null = storedAudioChoice()

  function take(n: number): void {
    const chosen = tracks[n]
    if (chosen === undefined) return
    choice = chosen
    storeAudioChoice(chosen)
    menu.mark(String(n))
    choose(n)
  }

  const menu = menuIn(controller, place, {
    label: texts.audio,
    dir,
    onChoose(value) {
      take(Number(value))
      return false
    },
  })
  place.querySelector('button')?.setAttribute('aria-keyshortcuts', 'a')
  controller.addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey }) => {
    if (key.toLowerCase() !== 'a' || altKey || ctrlKey || metaKey) return
    if (tracks.length > 1) take((Number(menu.chosen) + 1) % tracks.length)
  })

  return {
    offer(found) {
      tracks = found
      place.hidden = found.length < 2
      menu.offer(
        found.map((track, n) => entryOf(track, String(n), texts)),
        menu.chosen,
      )
      return bestAudioTrack(found, choice)
    },
    show(playing) {
      menu.mark(String(playing))
    },
  }
}

function entryOf({ name, language, described }: AudioTrack, value: string, texts: Texts): MenuEntry {
  return { value, name: described ? texts.described.replace('{name}', () => name) : name, lang: language }
}
