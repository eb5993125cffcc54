/** What a viewer chose last on this device, for whatever they watch next. */
export interface SubtitleChoice {
  readonly on: boolean
  readonly language: string
  readonly captions: boolean
  /** Tells several of one language apart. */
  readonly name: string
}

const key = 'kinora.player.subtitles'

/** Null where nothing was ever chosen, or the browser keeps nothing for this page. */
export function storedChoice(): SubtitleChoice | null {
  try {
    const { on, language, captions, name } = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof language !== 'string') return null
    return { on: on === true, language, captions: captions === true, name: String(name) }
  } catch {
    return null
  }
}

export function storeChoice(choice: SubtitleChoice): void {
  try {
    localStorage.setItem(key, JSON.stringify(choice))
  } catch {
    // It holds for this video, then.
  }
}

type Track = Pick<TextTrack, 'kind' | 'language' | 'label'>

/**
 * The track in the language of the choice, or one of its kind (`en` and `en-GB`): of the same kind, and best of the
 * same name, if there is one.
 */
export function trackLike<T extends Track>(tracks: readonly T[], choice: SubtitleChoice | null): T | null {
  if (choice === null) return null
  const kind = choice.captions ? 'captions' : 'subtitles'
  const exact = tracks.filter(({ language }) => language === choice.language)
  const near = tracks.filter(({ language }) => primary(language) === primary(choice.language))
  const same = exact.length > 0 ? exact : near
  const alike = same.filter((track) => track.kind === kind)
  return alike.find(({ label }) => label === choice.name) ?? alike[0] ?? same[0] ?? null
}

function primary(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}
