/** Code points of the zeros of the scripts that the console's users type digits in. */
const zeros = [0x30, 0x0660, 0x06f0, 0x0966, 0x0c66]

/** The digits of the text as 0 to 9, from any of the scripts. */
export function digitsIn(text: string): string {
  return [...text].map(digitOf).join('')
}

/** The field of `length` digits after an edit, with the caret after the inserted digits. */
export function afterTyping(
  before: string,
  text: string,
  caret: number,
  length: number,
): { digits: string; caret: number } {
  const digits = digitsIn(text)
  const place = digitsIn(text.slice(0, caret)).length
  const added = digits.length - before.length
  // A complete code replaces the whole value.
  if (added >= length) return { digits: digits.slice(place - length, place), caret: length }
  // In a full field, typed digits overwrite the following ones.
  const spare = Math.max(0, digits.length - length)
  const kept = (digits.slice(0, place) + digits.slice(place + spare)).slice(0, length)
  return { digits: kept, caret: Math.min(place, length) }
}

function digitOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const zero = zeros.find((start) => code >= start && code < start + 10)
  return zero === undefined ? '' : String(code - zero)
}
