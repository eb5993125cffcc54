interface SessionChoice {
  readonly keyValues: readonly (readonly [key: string, value: string])[]
  /** IAB TCF consent string. */
  readonly consent: string
  readonly usPrivacy: string
  /** Whether the player loads the ads itself (guided mode). */
  readonly isGuided: boolean
}

/** Parses lines such as `genre=news`. Null if a line is invalid. */
export function keyValuesOf(typed: string): [key: string, value: string][] | null {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const found = lines.map((line) => /^([\w-]{1,40})\s*=\s*(.{1,500})$/.exec(line))
  if (found.includes(null)) return null
  return found.map((match) => [match?.[1] ?? '', match?.[2] ?? ''])
}

/** Query of a playback URL, with the parameters of a session. */
export function sessionQuery({ keyValues, consent, usPrivacy, isGuided }: SessionChoice): string {
  const query = new URLSearchParams(keyValues.map(([key, value]) => [`kv.${key}`, value]))
  if (consent.trim() !== '') {
    query.set('gdpr', '1')
    query.set('gdpr_consent', consent.trim())
  }
  if (usPrivacy.trim() !== '') query.set('us_privacy', usPrivacy.trim())
  if (isGuided) query.set('ads', 'guided')
  return query.toString()
}
