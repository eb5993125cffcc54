import { type Chapter, chaptersOf, type TimedSentence } from './chapters.ts'
import { asks, isName, plainWord } from './clips/clip-words.ts'
import { topicsOf } from './keywords.ts'

/** Metadata that is taken from what is said, without any word of its own. */
export interface ExtractedMetadata {
  /** The sentence that says most of what the whole is about; null without sentences. */
  readonly line: string | null
  /** Such sentences, in order. */
  readonly summary: string[]
  readonly keywords: string[]
  /** Names that were said, the most frequent first. Only scripts with capital letters show them. */
  readonly names: string[]
  readonly chapters: Chapter[]
}

const KEYWORDS = 10
const NAMES = 10
const SUMMARY = 3
const SAME_SHARE = 0.9
/** Shorter sentences say too little. */
const LEAST_WORDS = 5

/** Extracts metadata from the sentences of a transcript. @param sentences in order */
export function extractMetadata(sentences: readonly TimedSentence[]): ExtractedMetadata {
  const { keywords, ranks } = topicsOf(sentences.map(({ words }) => words))
  const central = sentences
    .map(({ words }, at) => ({ at, rank: words.length < LEAST_WORDS ? 0 : (ranks[at] ?? 0), words }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank || one.at - other.at)
    .filter(({ words }, n, all) => all.slice(0, n).every((earlier) => !isSame(words, earlier.words)))
    .slice(0, SUMMARY)
  const textOf = ({ words }: { readonly words: readonly string[] }) => words.join(' ')
  const [first] = central
  return {
    line: first === undefined ? null : textOf(first),
    summary: central.sort((one, other) => one.at - other.at).map(textOf),
    keywords: [...keywords.keys()].filter((word) => !asks(word)).slice(0, KEYWORDS),
    names: namesIn(sentences),
    chapters: chaptersOf(sentences),
  }
}

/** Whether two sentences say the same: they share most of their words. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [new Set(one.map(plainWord)), new Set(other.map(plainWord))]
  return a.intersection(b).size >= SAME_SHARE * Math.min(a.size, b.size)
}

/** Runs of words with capital letters inside sentences, that were said at least twice. */
function namesIn(sentences: readonly TimedSentence[]): string[] {
  const counts = new Map<string, number>()
  for (const { words } of sentences) {
    let run: string[] = []
    const end = () => {
      const name = run.join(' ')
      if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
      run = []
    }
    for (const [at, word] of words.entries()) {
      if (at > 0 && isName(word) && !asks(plainWord(word)))
        run.push(word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
      else end()
      if (/[.,;:!?]$/.test(word)) end()
    }
    end()
  }
  return Array.from(counts)
    .filter(([name, count]) => count > 1 && plainWord(name) !== '')
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, NAMES)
    .map(([name]) => name)
}
