import { stemmer } from 'stemmer'
import { fold } from '../../../platform/database/fold.ts'

/** Version of the rules below. Transcripts that were indexed by another are indexed again. */
export const TERMS_VERSION = 1

/** Scripts without spaces between words, in which each letter is a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
const latin = /^[a-z]+$/
/** Words of other scripts are compared by their beginnings, since their endings change and no stemmer is at hand. */
const BEGINNING = 5

/** Words of a text in the form in which they are compared: folded, without their endings. */
export function termsOf(text: string): string[] {
  return fold(text.replaceAll(unspaced, ' $& '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (latin.test(word) ? stemmer(word) : word.slice(0, BEGINNING)))
}

/** Number of a word in an environment, in the range of `integer` (FNV-1a). */
export function termHash(environmentId: string, term: string): number {
  let hash = 0x811c9dc5
  for (const char of environmentId + term) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return hash | 0
}

const word = new RegExp(`${unspaced.source}\\p{M}*|(?:(?!${unspaced.source})[\\p{L}\\p{M}\\p{N}'’])+`, 'gu')

/** Ranges of the words of a text that have one of the terms, as offsets in UTF-16. */
export function marksIn(text: string, terms: ReadonlySet<string>): [from: number, to: number][] {
  const marks: [from: number, to: number][] = []
  for (const { 0: each, index } of text.matchAll(word)) {
    if (!termsOf(each).some((term) => terms.has(term))) continue
    const last = marks.at(-1)
    if (last?.[1] === index) last[1] = index + each.length
    else marks.push([index, index + each.length])
  }
  return marks
}
