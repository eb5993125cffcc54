import type { Texts } from '../languages.ts'
import { bestTextTrack, type SubtitleChoice, storeChoice, storedChoice } from '../tracks/subtitle-choice.ts'
import { type MenuEntry, menuIn } from './menu.ts'

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
  { texts, dir, asked }: { texts: Texts; dir: 'ltr' | 'rtl'; asked: string },
): SubtitleMenu {
  let tracks: readonly TextTrack[] = []
  let choice: SubtitleChoice | null =
    asked === '' ? storedChoice() : { on: true, language: asked, captions: false, name: '' }
  let covered = false
  const menu = menuIn(controller, place, {
    label: texts.subtitles,
    dir,
    onChoose(value) {
      choose(tracks[Number(value)] ?? null)
      return false
    },
  })

  function show(chosen: TextTrack | null): void {
    for (const track of tracks) {
      const mode = track === chosen ? 'showing' : 'disabled'
      if (track.mode !== mode) track.mode = mode
    }
    menu.mark(chosen === null ? OFF : String(tracks.indexOf(chosen)))
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

  controller.addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey }) => {
    if (key.toLowerCase() !== 'c' || altKey || ctrlKey || metaKey || covered) return
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
      const entries = found.map((track, n) => entryOf(track, String(n), texts))
      menu.offer([{ value: OFF, name: texts.subtitlesOff }, ...entries], OFF)
      showChosen()
    },
    cover(isCovered) {
      if (covered === isCovered) return
      covered = isCovered
      showChosen()
    },
  }
}

function entryOf({ kind, label, language }: TextTrack, value: string, texts: Texts): MenuEntry {
  const name = kind === 'captions' ? texts.captions.replace('{name}', () => label) : label
  return { value, name, lang: language }
}
