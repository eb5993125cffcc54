import { hasTopic, plainWord } from './clips/clip-words.ts'

/** Keywords of a text, and how much each sentence has of what the whole is about. */
export interface Topics {
  /** Plain words with their weights, the heaviest first. */
  readonly keywords: ReadonlyMap<string, number>
  /** TextRank of each sentence, from 0 to 1. */
  readonly ranks: readonly number[]
}

const MOST_KEYWORDS = 25
const ROUNDS = 20
/** Share of the rank that passes to similar sentences (Mihalcea and Tarau, TextRank, 2004). */
const DAMPING = 0.85
/** Words in more sentences than this say little about one, and would link all. */
const COMMON_SHARE = 0.2
const LEAST_COMMON = 12

/** @param sentences words of each sentence */
export function topicsOf(sentences: readonly (readonly string[])[]): Topics {
  const plain = sentences.map((words) => words.map(plainWord).filter(hasTopic))
  return { keywords: keywordsOf(plain), ranks: textRank(plain) }
}

/** Words that return, weighted by how often and in how few of the sentences. */
function keywordsOf(sentences: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  const places = new Map<string, number>()
  for (const words of sentences) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const word of new Set(words)) places.set(word, (places.get(word) ?? 0) + 1)
  }
  const weighted = Array.from(counts, ([word, count]) => {
    const rarity = Math.log((sentences.length + 1) / (places.get(word) ?? 1))
    return [word, count * rarity, count] as const
  })
  const returning = weighted.filter(([, , count]) => count > 1)
  const found = (returning.length > 0 ? returning : weighted)
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_KEYWORDS)
  const most = found[0]?.[1] ?? 0
  return new Map(found.map(([word, weight]) => [word, most > 0 ? weight / most : 1]))
}

/** How central each sentence is: others share its words. */
function textRank(sentences: readonly (readonly string[])[]): number[] {
  const links = linksBetween(sentences)
  const sums = links.map((own) => own.reduce((sum, [, weight]) => sum + weight, 0))
  let ranks = sentences.map(() => 1)
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = sentences.map(() => 1 - DAMPING)
    for (const [from, own] of links.entries())
      for (const [to, weight] of own)
        next[to] = (next[to] ?? 0) + (DAMPING * (ranks[from] ?? 0) * weight) / (sums[from] ?? 1)
    ranks = next
  }
  const most = ranks.reduce((a, b) => Math.max(a, b), 0)
  return ranks.map((rank) => (most > 0 ? rank / most : 0))
}

/** Sentences that share words with each one, with the similarity of the paper. */
function linksBetween(sentences: readonly (readonly string[])[]): [number, number][][] {
  const places = new Map<string, number[]>()
  for (const [n, words] of sentences.entries())
    for (const word of new Set(words)) {
      const known = places.get(word)
      if (known) known.push(n)
      else places.set(word, [n])
    }
  const most = Math.max(LEAST_COMMON, sentences.length * COMMON_SHARE)
  return sentences.map((words, n) => {
    const shared = new Map<number, number>()
    for (const word of new Set(words)) {
      const others = places.get(word) ?? []
      if (others.length <= most)
        for (const other of others) if (other !== n) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    return Array.from(shared, ([other, count]): [number, number] => [
      other,
      count / (Math.log(words.length + 1) + Math.log((sentences[other]?.length ?? 0) + 1)),
    ])
  })
}
