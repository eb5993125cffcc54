/** Encrypts values in the browser's storage, which pages of the player can share with the console. The server gives the key to
 * pages of the console only (`platform/http/files/storage-key.ts`). Each value is shorter than the key. */

const PREFIX = 'sealed.'
/** Begins each value, to recognize it with the right key. */
const MARK = 'kinora:'

/** The value as it is stored. As it is without a key. */
export function seal(value: string): string {
  const key = storageKey()
  return key === null ? value : PREFIX + toBase64Url(mixed(new TextEncoder().encode(MARK + value), key))
}

/** The value of what is stored. Null if it was encrypted with another key. */
export function unseal(stored: string): string | null {
  if (!isSealed(stored)) return stored
  const key = storageKey()
  if (key === null) return null
  const text = new TextDecoder().decode(mixed(fromBase64Url(stored.slice(PREFIX.length)), key))
  return text.startsWith(MARK) ? text.slice(MARK.length) : null
}

export function isSealed(stored: string): boolean {
  return stored.startsWith(PREFIX)
}

let known: Uint8Array | null | undefined

/** The key in the page, which is removed from it. Null in a page without one. */
function storageKey(): Uint8Array | null {
  if (known !== undefined) return known
  const meta = document.querySelector<HTMLMetaElement>('meta[name="storage-key"]')
  const text = meta?.content ?? ''
  meta?.remove()
  known = /^[A-Za-z0-9_-]{128}$/.test(text) ? fromBase64Url(text) : null
  return known
}

function mixed(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  return bytes.map((byte, n) => byte ^ (key[n % key.length] ?? 0))
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
