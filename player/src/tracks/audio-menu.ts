import type { Texts } from '../languages.ts'
import { type Sound, type SoundChoice, soundLike, storedSound, storeSound } from './audio-choice.ts'

export interface SoundMenu {
  /** Called when the tracks change. Returns the index of the track to play, or -1 for the default of the video. */
  offer(sounds: readonly Sound[]): number
  /** Called when this track plays. */
  show(playing: number): void
}

/** Lets viewers choose the audio track, with the menu or with `a`, which selects the next one. */
export function soundMenu(
  controller: HTMLElement,
  place: HTMLElement,
  menu: HTMLSelectElement,
  texts: Texts,
  choose: (sound: number) => void,
): SoundMenu {
  let sounds: readonly Sound[] = []
  let choice: SoundChoice | null = storedSound()

  function take(n: number): void {
    const chosen = sounds[n]
    if (chosen === undefined) return
    choice = chosen
    storeSound(chosen)
    menu.value = String(n)
    choose(n)
  }

  menu.setAttribute('aria-label', texts.sound)
  menu.setAttribute('aria-keyshortcuts', 'a')
  menu.addEventListener('change', () => take(Number(menu.value)))
  controller.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
    if (key.toLowerCase() !== 'a' || altKey || ctrlKey || metaKey || target instanceof HTMLSelectElement)
      return
    if (sounds.length > 1) take((Number(menu.value) + 1) % sounds.length)
  })

  return {
    offer(found) {
      sounds = found
      place.hidden = found.length < 2
      menu.replaceChildren(...found.map((sound, n) => entryOf(sound, String(n), texts)))
      return soundLike(found, choice)
    },
    show(playing) {
      menu.value = String(playing)
    },
  }
}

function entryOf({ name, language, described }: Sound, value: string, texts: Texts): HTMLOptionElement {
  const entry = new Option(described ? texts.described.replace('{name}', () => name) : name, value)
  entry.lang = language
  entry.dir = 'auto'
  return entry
}
