const MAX_WORDS = 8

/** The words of a phrase, folded like search texts. */
export function splitWords(phrase: string): string[] {
  return fold(phrase)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
}

/** First of the letters that replace the vowel signs of Arabic and Indic scripts. */
const SIGNS_AT = 0x4e00
const FIRST_SIGN = 0x600
const LAST_SIGN = 0xfff

/**
 * Folds a text for comparison: lower case, without accents and optional signs (Arabic vowel signs, nukta, joiners).
 * PostgreSQL's trigrams ignore marks, which are half of a word in Indic scripts, so letters replace them.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f\u0640\u064b-\u065f\u0670\u093c\u200c\u200d]/g, '')
    .replaceAll('\u0671', '\u0627')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647')
    .replaceAll(/\p{M}/gu, (sign) => {
      const code = sign.codePointAt(0) ?? 0
      return code < FIRST_SIGN || code > LAST_SIGN ? '' : String.fromCodePoint(SIGNS_AT + code - FIRST_SIGN)
    })
}
