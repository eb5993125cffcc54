const mostLetters = 500

/** The URL of a logo that an embed page may show: HTTPS, without a user name. Null for anything else. */
export function logoUrlOf(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > mostLetters) return null
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}
