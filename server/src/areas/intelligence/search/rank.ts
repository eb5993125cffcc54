/** Weight of a word, by how rare it is (BM25). */
export function rarity(passages: number, withWord: number): number {
  return Math.log(1 + (Math.max(0, passages - withWord) + 0.5) / (withWord + 0.5))
}

const K1 = 1.2
const B = 0.75

/** Score of a text for weighted words (Okapi BM25).
 * @param terms of the text, with repetitions @param averageLength words of the average text */
export function bm25(
  terms: readonly string[],
  weights: ReadonlyMap<string, number>,
  averageLength: number,
): number {
  const counts = new Map<string, number>()
  for (const term of terms) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const norm = K1 * (1 - B + (B * terms.length) / averageLength)
  let score = 0
  for (const [term, count] of counts)
    score += (weights.get(term) ?? 0) * ((count * (K1 + 1)) / (count + norm))
  return score
}

/** Share of the weight of all words that is found among terms: 0 to 1. */
export function coverage(terms: readonly string[], weights: ReadonlyMap<string, number>): number {
  let [all, found] = [0, 0]
  for (const [term, weight] of weights) {
    all += weight
    if (terms.includes(term)) found += weight
  }
  return all === 0 ? 0 : found / all
}

/** Late ranks weigh nearly as much as early ones, so that an item of two lists comes before one that leads one of them. */
const RANK_OFFSET = 60

/** Merges ranked lists by reciprocal rank: the best of each first. Of equal ones those of earlier lists come first. */
export function fuse<T>(...lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, rank) => ({ item, score: 1 / (RANK_OFFSET + rank) })))
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item)
}

/** Merges ranked lists that can have the same items: those of several lists come before those that lead one. */
export function fuseSame<T>(keyOf: (item: T) => string, ...lists: readonly (readonly T[])[]): T[] {
  const scored = new Map<string, { readonly item: T; readonly score: number }>()
  for (const list of lists)
    for (const [rank, item] of list.entries()) {
      const known = scored.get(keyOf(item))
      const score = (known?.score ?? 0) + 1 / (RANK_OFFSET + rank)
      scored.set(keyOf(item), { item: known?.item ?? item, score })
    }
  return [...scored.values()].sort((one, other) => other.score - one.score).map(({ item }) => item)
}
