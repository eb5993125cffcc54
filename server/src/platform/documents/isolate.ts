const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
/** Control characters; marks, embeddings, overrides and isolates that change the direction of the text around them. */
export const harmful = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text of users for a line of other text. */
export function isolated(text: string): string {
  if (text === '') return ''
  return FIRST_STRONG_ISOLATE + text.toWellFormed().replace(harmful, '') + POP_ISOLATE
}
