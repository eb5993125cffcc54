/** Decimal digits in blocks of ten, by the code point of their zero: what keyboards of the console's languages write. */
const zeros = [0x30, 0x0660, 0x06f0, 0x0966, 0x0c66]

/** Digits of any of the scripts as 0 to 9; everything else is left out. */
export function digitsIn(text: string): string {
  return [...text].map(digitOf).join('')
}

/** A field of `length` digits after its text has become `text`, with the caret behind what was put in. */
export function afterTyping(
  before: string,
  text: string,
  caret: number,
  length: number,
): { digits: string; caret: number } {
  const digits = digitsIn(text)
  const place = digitsIn(text.slice(0, caret)).length
  const added = digits.length - before.length
  // A whole code takes the place of whatever was there.
  if (added >= length) return { digits: digits.slice(place - length, place), caret: length }
  // A full field has no room: what is typed takes the place of what comes after it.
  const spare = Math.max(0, digits.length - length)
  const kept = (digits.slice(0, place) + digits.slice(place + spare)).slice(0, length)
  return { digits: kept, caret: Math.min(place, length) }
}

function digitOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const zero = zeros.find((start) => code >= start && code < start + 10)
  return zero === undefined ? '' : String(code - zero)
}
