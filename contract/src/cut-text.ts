const clusters = new Intl.Segmenter()

/** The start of a text with at most `max` UTF-16 units. Splits no grapheme cluster (UAX #29), such as an emoji or a
 * letter with its vowel sign, unless it is longer than that. Never splits a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const start = clusters.segment(text).containing(max)?.index ?? 0
  if (start > 0) return text.slice(0, start)
  return text.slice(0, isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max)
}

/** The first `max` grapheme clusters of a text. */
export function cutLetters(text: string, max: number): string {
  let count = 0
  for (const { index } of clusters.segment(text)) {
    if (count === max) return text.slice(0, index)
    count += 1
  }
  return text
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
