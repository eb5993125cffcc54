/** The viewer's last choice on this device, for the next videos. */
export interface SubtitleChoice {
  readonly on: boolean
  readonly language: string
  readonly captions: boolean
  /** Distinguishes several tracks of one language. */
  readonly name: string
}

const key = 'kinora.player.subtitles'

/** Null without a choice, or if the browser stores nothing for this page. */
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
    // The choice then applies only to this video.
  }
}

type Track = Pick<TextTrack, 'kind' | 'language' | 'label'>

/** The track in the chosen language or a variant of it (`en` and `en-GB`): of the same kind, and preferably with
 * the same name. */
export function bestTextTrack<T extends Track>(
  tracks: readonly T[],
  choice: SubtitleChoice | null,
): T | null {
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
