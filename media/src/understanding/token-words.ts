import type { AnsweredWord } from './speech-answer.ts'

/** A token is at most so long: its end is known by the next one only, which can follow a pause. */
const LONGEST_TOKEN_S = 0.4
/** Signs for a space before a part of a word (SentencePiece), and for a part that goes on (BPE). */
const SPACE = '▁'
const GOES_ON = '@@'
/** Scripts without spaces between words, in which each sign is one. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Tokens that are no text, such as `<unk>` and `<|en|>`. */
const special = /^<.*>$/

/** Makes parts of words of the tokens of a speech model. A part that begins with a space begins a word.
 * @param starts of the tokens, in seconds */
export function partsOfTokens(
  tokens: readonly string[],
  starts: readonly number[],
  durationS: number,
): AnsweredWord[] {
  const spaced = tokens.map((token) => token.replaceAll(SPACE, ' '))
  const hasSpaces = spaced.some((token) => token.startsWith(' '))
  const parts: AnsweredWord[] = []
  let next: 'begins' | 'goes-on' | null = null
  for (const [n, token] of spaced.entries()) {
    const start = starts[n]
    if (start === undefined || special.test(token)) continue
    const text = token.trim().replace(GOES_ON, '')
    if (text !== '') {
      const begins =
        next === 'begins' || token.startsWith(' ') || unspaced.test(token) || (!hasSpaces && next === null)
      const end = Math.min(start + LONGEST_TOKEN_S, starts[n + 1] ?? durationS, durationS)
      parts.push({ word: begins ? ` ${text}` : text, start, end: Math.max(start, end) })
    }
    next = endOf(token, text)
  }
  return parts
}

/** Whether the token after this one begins a word or goes on with it. Null if this one does not say. */
function endOf(token: string, text: string): 'begins' | 'goes-on' | null {
  if (token.endsWith(GOES_ON)) return 'goes-on'
  return text === '' || token.endsWith(' ') ? 'begins' : null
}
