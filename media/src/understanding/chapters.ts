import { hasTopic, plainWord } from './clips/clip-words.ts'

/** A sentence with its start and its words as spoken. */
export interface TimedSentence {
  readonly startS: number
  readonly endS: number
  readonly words: readonly string[]
}

/** A chapter begins with the sentence of this number. */
export interface Chapter {
  readonly startS: number
  /** Words that its sentences have more often than those of others, the most telling first. */
  readonly topics: string[]
}

/** Sentences before and after a gap whose words are compared. */
const WINDOW = 8
const LEAST_CHAPTER_S = 45
const SECONDS_A_CHAPTER = 180
const MOST_CHAPTERS = 20
const LEAST_CHAPTERS = 3
const TOPICS = 3
/** A pause says a little about a change of topic too. */
const PAUSE_WEIGHT = 0.05
const MOST_PAUSE_S = 3

/** Splits a talk where its words change most (TextTiling, Hearst, 1997). Short talks have no chapters.
 * @param sentences in order */
export function chaptersOf(sentences: readonly TimedSentence[]): Chapter[] {
  const startS = sentences[0]?.startS ?? 0
  const endS = sentences.at(-1)?.endS ?? 0
  const wanted = Math.min(MOST_CHAPTERS, Math.round((endS - startS) / SECONDS_A_CHAPTER))
  if (wanted < LEAST_CHAPTERS) return []
  const plain = sentences.map(({ words }) => words.map(plainWord).filter(hasTopic))
  const starts = [0, ...gapsIn(sentences, plain, wanted - 1)].sort((one, other) => one - other)
  const groups = starts.map((from, n) => plain.slice(from, starts[n + 1]).flat())
  return starts.map((from, n) => ({
    startS: n === 0 ? 0 : (sentences[from]?.startS ?? 0),
    topics: tellingWords(groups, n),
  }))
}

/** The sentences at which the words change most, the deepest first, not too close to each other. */
function gapsIn(
  sentences: readonly TimedSentence[],
  plain: readonly (readonly string[])[],
  most: number,
): number[] {
  const likeness = plain.map((_, at) =>
    similarity(plain.slice(Math.max(0, at - WINDOW), at).flat(), plain.slice(at, at + WINDOW).flat()),
  )
  const depth = likeness.map((own, at) => {
    const around = (from: number, to: number) => Math.max(own, ...likeness.slice(Math.max(0, from), to))
    const pauseS = (sentences[at]?.startS ?? 0) - (sentences[at - 1]?.endS ?? 0)
    const drop = around(at - WINDOW, at) + around(at + 1, at + 1 + WINDOW) - 2 * own
    return drop + PAUSE_WEIGHT * Math.min(MOST_PAUSE_S, Math.max(0, pauseS))
  })
  const first = sentences[0]?.startS ?? 0
  const end = sentences.at(-1)?.endS ?? 0
  const taken: number[] = []
  for (const { at } of depth
    .map((value, n) => ({ at: n, value }))
    .sort((one, other) => other.value - one.value || one.at - other.at)) {
    const startS = sentences[at]?.startS ?? 0
    const others = [first, end, ...taken.map((each) => sentences[each]?.startS ?? 0)]
    if (others.every((otherS) => Math.abs(otherS - startS) >= LEAST_CHAPTER_S)) taken.push(at)
    if (taken.length === most) break
  }
  return taken
}

/** Cosine of the counts of words. */
function similarity(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [countsOf(one), countsOf(other)]
  let product = 0
  for (const [word, count] of a) product += count * (b.get(word) ?? 0)
  const length = (counts: ReadonlyMap<string, number>) =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0))
  const lengths = length(a) * length(b)
  return lengths === 0 ? 0 : product / lengths
}

function tellingWords(groups: readonly (readonly string[])[], n: number): string[] {
  const own = countsOf(groups[n] ?? [])
  const groupsWith = (word: string) => groups.filter((words) => words.includes(word)).length
  return Array.from(own, ([word, count]) => ({
    word,
    weight: count * Math.log((groups.length + 1) / groupsWith(word)),
  }))
    .sort((one, other) => other.weight - one.weight || (one.word < other.word ? -1 : 1))
    .slice(0, TOPICS)
    .map(({ word }) => word)
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
