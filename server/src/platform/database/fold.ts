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

/** Letters that do not decompose, and how people type them. Arabic has the letters of Persian and Urdu as well. */
const replacements: Readonly<Record<string, string>> = {
  ...lettersOf(
    'æ:ae œ:oe ø:o đ:d ð:d ɖ:d ɗ:d ł:l ɫ:l ß:ss ı:i ɨ:i ȷ:j þ:th ħ:h ŧ:t ŋ:n ĸ:k ƙ:k ɓ:b ƀ:b ƴ:y ə:e ɛ:e ɔ:o ƒ:f ǥ:g ƶ:z',
  ),
  ...lettersOf('ς:σ ґ:г'),
  ...lettersOf('ٱ:ا ى:ي ی:ي ۍ:ي ک:ك ڪ:ك ة:ه ە:ه ہ:ه ھ:ه ۃ:ه'),
}
const replaced = new RegExp(`[${Object.keys(replacements).join('')}]`, 'gu')

/** Accents, tatweel, Arabic vowel signs, nukta, and characters that only control how text is displayed. */
const optional =
  /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Abbreviations such as `u.s.a.`, whose letters can be followed by signs. */
const letter = String.raw`\p{L}\p{M}*`
const inWord = String.raw`[\p{L}\p{M}\p{N}]`
const abbreviation = new RegExp(
  `(?<!${inWord})(?:(?:${letter}\\.){2,}(?:${letter}(?!${inWord}))?|${letter}\\.${letter}(?!${inWord}))`,
  'gu',
)

/**
 * Folds a text for comparison: lower case, without accents and optional signs, with the digits 0 to 9 of all scripts.
 * PostgreSQL's trigrams ignore marks, which are half of a word in Indic scripts, so letters replace them.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(optional, '')
    .replaceAll(replaced, (letter) => replacements[letter] ?? '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf)
    .replaceAll(abbreviation, (letters) => letters.replaceAll('.', ''))
    .replaceAll(/\p{M}/gu, (sign) => {
      const code = sign.codePointAt(0) ?? 0
      return code < FIRST_SIGN || code > LAST_SIGN ? '' : String.fromCodePoint(SIGNS_AT + code - FIRST_SIGN)
    })
}

function lettersOf(pairs: string): Record<string, string> {
  return Object.fromEntries(pairs.split(' ').map((pair) => pair.split(':')))
}

/** Unicode has the digits of each script in a row, from zero to nine. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
