import { frequentWords } from '@kinora/media'
import { termsOf } from '../transcripts/terms.ts'

const frequent = new Set(termsOf(frequentWords.join(' ')))

/** Terms of a phrase without those of frequent words, or all if it has no other. */
export function tellingTerms(phrase: string): string[] {
  const all = [...new Set(termsOf(phrase))]
  const telling = all.filter((term) => !frequent.has(term))
  return telling.length > 0 ? telling : all
}
