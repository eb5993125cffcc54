/** An audio track of a playlist. */
export interface AudioTrack {
  readonly name: string
  /** BCP 47, or empty if the playlist does not name a language. */
  readonly language: string
  /** Audio description for viewers who cannot see the picture. */
  readonly described: boolean
  readonly isDefault: boolean
  /** Whether the track may play without being chosen by name. Commentaries may not. */
  readonly isAutoselected: boolean
}

/** The viewer's last choice on this device, for the next videos. */
export type AudioChoice = Pick<AudioTrack, 'name' | 'language' | 'described'>

const key = 'kinora.player.sound'

/** Null without a choice, or if the browser stores nothing for this page. */
export function storedAudioChoice(): AudioChoice | null {
  try {
    const { language, described, name } = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof language !== 'string') return null
    return { language, described: described === true, name: String(name) }
  } catch {
    return null
  }
}

export function storeAudioChoice({ name, language, described }: AudioChoice): void {
  try {
    localStorage.setItem(key, JSON.stringify({ name, language, described }))
  } catch {
    // The choice then applies only to this video.
  }
}

/** Index of the track that matches the choice best: same language or a variant of it (`en` and `en-GB`), then with
 * or without audio description, then by name. Commentaries match only by name. -1 selects the default of the
 * video. */
export function bestAudioTrack(tracks: readonly AudioTrack[], choice: AudioChoice | null): number {
  if (choice === null) return -1
  const known = tracks.filter(({ isAutoselected, name }) => isAutoselected || name === choice.name)
  const exact = known.filter(({ language }) => language === choice.language)
  const near = known.filter(({ language }) => primary(language) === primary(choice.language))
  const same = exact.length > 0 ? exact : near
  const alike = same.filter(({ described }) => described === choice.described)
  const some = alike.length > 0 ? alike : same
  const best =
    some.find(({ name }) => name === choice.name) ?? some.find(({ isDefault }) => isDefault) ?? some[0]
  return best === undefined ? -1 : tracks.indexOf(best)
}

function primary(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}
