import type { Texts } from '../languages.ts'
import { bestTextTrack, type SubtitleChoice, storeChoice, storedChoice } from './subtitle-choice.ts'

const OFF = 'off'

export interface SubtitleMenu {
  /** Called when the tracks change. */
  offer(tracks: readonly TextTrack[]): void
  /** While other cues replace the subtitles, none is shown and none can be chosen. */
  cover(covered: boolean): void
}

/** Lets viewers choose subtitles, with the menu or with `c`, which turns the last ones on and off.
 * @param asked the language that the page requests instead of the viewer's last choice, or empty */
export function subtitleMenu(
  controller: HTMLElement,
  place: HTMLElement,
  menu: HTMLSelectElement,
  texts: Texts,
  asked: string,
): SubtitleMenu {
  let tracks: readonly TextTrack[] = []
  let choice: SubtitleChoice | null =
    asked === '' ? storedChoice() : { on: true, language: asked, captions: false, name: '' }
  let covered = false

  function show(chosen: TextTrack | null): void {
    for (const track of tracks) {
      const mode = track === chosen ? 'showing' : 'disabled'
      if (track.mode !== mode) track.mode = mode
    }
    menu.value = chosen === null ? OFF : String(tracks.indexOf(chosen))
    place.classList.toggle('on', chosen !== null)
  }

  function choose(chosen: TextTrack | null): void {
    const last = chosen && {
      language: chosen.language,
      captions: chosen.kind === 'captions',
      name: chosen.label,
    }
    choice = last ? { ...last, on: true } : choice && { ...choice, on: false }
    if (choice) storeChoice(choice)
    show(chosen)
  }

  menu.setAttribute('aria-label', texts.subtitles)
  menu.addEventListener('change', () => choose(tracks[Number(menu.value)] ?? null))
  controller.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
    if (key.toLowerCase() !== 'c' || altKey || ctrlKey || metaKey || target instanceof HTMLSelectElement)
      return
    if (covered) return
    const isOn = tracks.some(({ mode }) => mode === 'showing')
    choose(isOn ? null : (bestTextTrack(tracks, choice) ?? tracks[0] ?? null))
  })

  const showChosen = () => {
    place.hidden = covered || tracks.length === 0
    show(choice?.on && !covered ? bestTextTrack(tracks, choice) : null)
  }
  return {
    offer(found) {
      tracks = found
      menu.replaceChildren(
        new Option(texts.subtitlesOff, OFF),
        ...found.map((track, n) => entryOf(track, String(n), texts)),
      )
      showChosen()
    },
    cover(isCovered) {
      if (covered === isCovered) return
      covered = isCovered
      showChosen()
    },
  }
}

function entryOf({ kind, label, language }: TextTrack, value: string, texts: Texts): HTMLOptionElement {
  const name = kind === 'captions' ? texts.captions.replace('{name}', () => label) : label
  const entry = new Option(name, value)
  entry.lang = language
  entry.dir = 'auto'
  return entry
}
