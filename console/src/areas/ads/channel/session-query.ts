interface SessionChoice {
  readonly keyValues: readonly (readonly [key: string, value: string])[]
  /** Of the TCF. */
  readonly consent: string
  readonly usPrivacy: string
  /** The player fetches the ads by itself. */
  readonly isGuided: boolean
}

/** Keys and values of lines such as `genre=news`. Null if a line is none. */
export function keyValuesOf(typed: string): [key: string, value: string][] | null {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const found = lines.map((line) => /^([\w-]{1,40})\s*=\s*(.{1,500})$/.exec(line))
  if (found.includes(null)) return null
  return found.map((match) => [match?.[1] ?? '', match?.[2] ?? ''])
}

/** Parameters of a session of a channel. */
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
