import { bm25, rarity } from '../../areas/intelligence/search/rank.ts'
import { termsOf } from '../../areas/intelligence/transcripts/terms.ts'

/** Plain BM25 over all texts, with which the search is compared. @returns the indexes of the best texts
 * @param tokens the terms of each text */
export function bestByWords(tokens: readonly (readonly string[])[], phrase: string, most: number): number[] {
  const average = tokens.reduce((sum, { length }) => sum + length, 0) / tokens.length
  const weights = new Map(
    [...new Set(termsOf(phrase))].map((term) => {
      const withTerm = tokens.filter((each) => each.includes(term)).length
      return [term, rarity(tokens.length, withTerm)] as const
    }),
  )
  return tokens
    .map((each, at) => ({ at, score: bm25(each, weights, average) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ at }) => at)
}
