const mostLetters = 500

/** Names and addresses of hosts. The URL standard also allows `;`, `,` and quotes, which end a directive of a content
 * security policy. */
const plainHost = /^[\w.:[\]-]+$/

/** The URL of a logo that an embed page may show: HTTPS, without a user name, and with an origin that can be a source in
 * a content security policy. Null for anything else. */
export function logoUrlOf(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > mostLetters) return null
  const url = URL.parse(text)
  const isPlain = url !== null && url.username === '' && url.password === '' && plainHost.test(url.host)
  return isPlain && url.protocol === 'https:' ? url : null
}
