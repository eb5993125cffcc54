import type { Cue } from '../subtitles/cues.ts'

/** A word with its times in seconds. */
interface TimedWord {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A sentence of a transcript. */
export interface SpokenSentence {
  readonly speaker: string | null
  readonly words: readonly TimedWord[]
}

/** Characters of a line, lines of a cue and its length in seconds, as broadcasters limit them. */
const LINE_CHARS = 42
const LINES = 2
const MOST_S = 7
/** A cue stays this long if nothing follows, so that it can be read. */
const LEAST_S = 1

/** Makes cues of sentences. A cue has words of one sentence and begins and ends with a word.
 * @param sentences in order @param lineChars characters of a line */
export function cuesOfSentences(sentences: readonly SpokenSentence[], lineChars = LINE_CHARS): Cue[] {
  const cues = sentences.flatMap(({ speaker, words }) =>
    pagesOf(words, lineChars).map((page) => cueOf(page, speaker, lineChars)),
  )
  return cues.map((cue, n) => ({ ...cue, end: readableEnd(cue, cues[n + 1]) }))
}

/** The words of each cue: a sentence that is too long is shared evenly. */
function pagesOf(words: readonly TimedWord[], lineChars: number): TimedWord[][] {
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return []
  const fits = linesOf(words, lineChars).length <= LINES && last.end - first.start <= MOST_S
  if (fits || words.length === 1) return [[...words]]
  const middle = middleOf(words)
  return [...pagesOf(words.slice(0, middle), lineChars), ...pagesOf(words.slice(middle), lineChars)]
}

/** The word before which a sentence is split: near its middle, after punctuation or the longest pause. */
function middleOf(words: readonly TimedWord[]): number {
  const half = words.length / 2
  let best = { at: Math.ceil(half), score: Number.NEGATIVE_INFINITY }
  for (let at = 1; at < words.length; at += 1) {
    const [before, after] = [words[at - 1], words[at]]
    if (before === undefined || after === undefined) continue
    const isAfterMark = /\p{P}$/u.test(before.text)
    const score =
      (isAfterMark ? 1 : 0) + Math.min(1, after.start - before.end) - (2 * Math.abs(at - half)) / words.length
    if (score > best.score) best = { at, score }
  }
  return best.at
}

function linesOf(words: readonly TimedWord[], lineChars: number): string[] {
  const lines: string[] = []
  for (const { text } of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + text.length <= lineChars)
      lines[lines.length - 1] = `${last} ${text}`
    else lines.push(text)
  }
  return lines
}

function cueOf(words: readonly TimedWord[], speaker: string | null, lineChars: number): Cue {
  const lines = linesOf(words, lineChars).map(escapeText)
  const text = lines.join('\n')
  return {
    id: '',
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    text: speaker === null ? text : `<v ${escapeText(speaker.replaceAll(/[<>]/g, ''))}>${text}</v>`,
    settings: {},
  }
}

function readableEnd({ start, end }: Cue, next: Cue | undefined): number {
  const longest = Math.max(end, start + LEAST_S)
  return next === undefined ? longest : Math.max(end, Math.min(longest, next.start))
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
