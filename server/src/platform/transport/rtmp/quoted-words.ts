const MOST_WORDS = 200

/** The words of a server as they are shown. Servers repeat the stream key, such as one that is in use, also in parts or decoded.
 * Null without words. */
export function quoteWithoutKey(words: string, key: string): string | null {
  // A cut could leave a part of the key, or half of a character.
  const text = partsOf(key).reduce((rest, part) => rest.replaceAll(part, '***'), words)
  const shown = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return Array.from(shown).slice(0, MOST_WORDS).join('') || null
}

/** The key, its part before the arguments and both decoded, the longest first. */
function partsOf(key: string): string[] {
  const plain = key.replace(/\?.*$/s, '')
  const parts = new Set([key, plain, decoded(key), decoded(plain)].filter((part) => part !== ''))
  return [...parts].toSorted((one, other) => other.length - one.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
