/** A track of sound, as its playlist says it. */
export interface Sound {
  readonly name: string
  /** BCP 47; empty where the playlist does not say. */
  readonly language: string
  /** It tells whoever does not see what is shown. */
  readonly described: boolean
  readonly isDefault: boolean
  /** It may be heard without being asked for by name: a commentary may not. */
  readonly isAutoselected: boolean
}

/** What a viewer chose last on this device, for whatever they hear next. */
export type SoundChoice = Pick<Sound, 'name' | 'language' | 'described'>

const key = 'kinora.player.sound'

/** Null where nothing was ever chosen, or the browser keeps nothing for this page. */
export function storedSound(): SoundChoice | null {
  try {
    const { language, described, name } = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof language !== 'string') return null
    return { language, described: described === true, name: String(name) }
  } catch {
    return null
  }
}

export function storeSound({ name, language, described }: SoundChoice): void {
  try {
    localStorage.setItem(key, JSON.stringify({ name, language, described }))
  } catch {
    // It holds for this video, then.
  }
}

/**
 * The place of the track that is most like the choice: in its language, or one of its kind (`en` and `en-GB`), then
 * described or not as it was, then of its name. Only by its name one that is not to be chosen for anybody. -1 where the video's own default is to be heard.
 */
export function soundLike(sounds: readonly Sound[], choice: SoundChoice | null): number {
  if (choice === null) return -1
  const known = sounds.filter(({ isAutoselected, name }) => isAutoselected || name === choice.name)
  const exact = known.filter(({ language }) => language === choice.language)
  const near = known.filter(({ language }) => primary(language) === primary(choice.language))
  const same = exact.length > 0 ? exact : near
  const alike = same.filter(({ described }) => described === choice.described)
  const some = alike.length > 0 ? alike : same
  const best =
    some.find(({ name }) => name === choice.name) ?? some.find(({ isDefault }) => isDefault) ?? some[0]
  return best === undefined ? -1 : sounds.indexOf(best)
}

function primary(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}
