/** The rules for what is secret in an address, for pulled sources, ad tags, webhooks, logs, the audit trail and the database:
 * the user and password, parameters with a secret name, everything that looks like a key or token, stream keys of RTMP, and
 * fragments of SRT, which can be a stream ID. */

/** Replacement for a secret of an address. In an update it keeps the stored secret. */
export const HIDDEN = '***'

const secretName =
  /pass(?!enger)|pwd|key(?!word|frame)|secret|token|sig(?!nal)|auth(?!or)|cred|cookie|bearer|stream-?_?id|hdn|hmac|hash|md5|jwt|(?:^|[^a-z])otp|ticket|sess|grant|nonce|cvv|cvc|cardnumber/i
/** Values that are filled in for each request, such as `[CACHEBUSTING]` and `{{id}}`. */
const macro = /^(?:\[[^\]]*\]|%5b[^%]*%5d|\{+[^}]*\}+|%7b.*%7d|%%[^%]*%%|\$\{[^}]*\})$/i
const uuid = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i
const LEAST_KEY = 10
const LONGEST_WORD = 32

/** Whether values of parameters with this name are secret. */
export function isSecretParameter(name: string): boolean {
  return secretName.test(name)
}

/** The address without its secrets. */
export function hideSecrets(address: string, hidden: string = HIDDEN): string {
  return replaceSecrets(address, () => hidden)
}

/** An address with the placeholders of a changed one replaced by the secrets of the address before, unless they would go to
 * another host, or to the same host by another protocol: people may change an address without knowing its secrets. */
export function keepSecrets(address: string, before: string): string {
  if (serverOf(address) !== serverOf(before)) return address
  const known = new Map<string, string>()
  replaceSecrets(before, (place, value) => {
    known.set(place, value)
    return value
  })
  return replaceSecrets(address, (place, value) => (value === HIDDEN ? (known.get(place) ?? value) : value))
}

/** Removes the secrets of the addresses in a text, and those of parameters of an address without its host.
 * @param own host of addresses with public IDs that look like keys, which stay */
export function hideSecretsInText(text: string, hidden: string, own?: string): string {
  if (!/[=@]|:\/\//.test(text)) return text
  return text
    .replace(/[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>\\]+/gi, (address) =>
      serverOf(address)?.endsWith(`//${own}`) ? address : hideSecrets(address, hidden),
    )
    .replace(/([?&#])([^=&#\s"]{1,100})=([^&#\s"\\]+)/g, (pair, mark: string, name: string) =>
      isSecretParameter(name) ? `${mark}${name}=${hidden}` : pair,
    )
}

/** Protocol and host. Null if the text is no address. */
function serverOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

type Replace = (place: string, value: string) => string

/** Replaces the secrets, and nothing else. Their places have names, such as `path 3`. */
function replaceSecrets(address: string, replace: Replace): string {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(address)
  if (parts === null) return address
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = parts
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? '' : `${replace('user', authority.slice(0, at))}@`
  const kind = scheme.toLowerCase()
  return [
    `${scheme}://${user}${authority.slice(at + 1)}`,
    replaceInPath(path, kind.startsWith('rtmp'), replace),
    replaceInQuery(query, replace),
    replaceInFragment(fragment, kind === 'srt', replace),
  ].join('')
}

/** @param endsWithKey whether the last part is the stream key, after the name of the application */
function replaceInPath(path: string, endsWithKey: boolean, replace: Replace): string {
  const parts = path.split('/')
  const last = parts.findLastIndex((part) => part !== '')
  return parts
    .map((part, n) => {
      if (endsWithKey && n === last && n > 1) return replace(`path ${n}`, part)
      const [, name = '', ending = ''] = /^(.*?)((?:\.[a-z0-9]{1,5})?)$/i.exec(part) ?? []
      return isKey(name) ? `${replace(`path ${n}`, name)}${ending}` : part
    })
    .join('/')
}

function replaceInQuery(query: string, replace: Replace): string {
  const counts = new Map<string, number>()
  return query.replace(
    /([?&])([^=&]*)(=?)([^&]*)/g,
    (pair, mark: string, name: string, is: string, value) => {
      const text = String(value)
      // A parameter without a name.
      if (is === '') return isKey(name) ? `${mark}${replace('query', name)}` : pair
      if (text === '' || macro.test(text) || !(isSecretParameter(name) || isKey(text))) return pair
      const count = counts.get(name) ?? 0
      counts.set(name, count + 1)
      return `${mark}${name}=${replace(`query ${name} ${count}`, text)}`
    },
  )
}

function replaceInFragment(fragment: string, isStreamId: boolean, replace: Replace): string {
  const text = fragment.slice(1)
  const isSecret =
    isKey(text) ||
    text.split('&').some((pair) => /=./.test(pair) && isSecretParameter(pair.split('=')[0] ?? ''))
  return text !== '' && (isStreamId || isSecret) ? `#${replace('fragment', text)}` : fragment
}

/** Whether a value looks like a key rather than words and numbers: a UUID, or at least 10 letters and digits in a row that
 * are mixed, capital letters only, or too many for a word. */
function isKey(value: string): boolean {
  if (value.includes(HIDDEN) || uuid.test(value)) return true
  return value.split(/[^A-Za-z0-9]+/).some((word) => {
    if (word.length < LEAST_KEY) return false
    const hasDigit = /\d/.test(word)
    const hasLetter = /[a-z]/i.test(word)
    return (
      (hasDigit && hasLetter) || (hasLetter && (word === word.toUpperCase() || word.length >= LONGEST_WORD))
    )
  })
}
