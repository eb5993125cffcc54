/** A word with its times in seconds, and how sure the engine is: 0 to 1, or null if it does not say. */
export interface SpokenWord {
  readonly startS: number
  readonly endS: number
  readonly text: string
  readonly confidence: number | null
  /** The speaker, as the engine names people of this piece of audio. Missing if it does not distinguish speakers. */
  readonly speaker?: string | undefined
}

/** Start and end in seconds. */
type Span = readonly [startS: number, endS: number]

/** Speech is heard with a little before and after it. */
const MARGIN_S = 0.2
const MOST_CHUNK_S = 25
/** Pauses that separate sentences, and the length after which shorter ones do. */
const SENTENCE_PAUSE_S = 0.6
const LONG_WORDS = 14
const SHORT_PAUSE_S = 0.2
const MOST_WORDS = 28
/** Marks that end a sentence in the scripts of the languages that engines know. */
const SENTENCE_END = /[.!?…؟۔।॥。！？]["'”’»)]*$/u

/** Joins spans of speech into pieces for an engine, which end in pauses.
 * @param speech in order @param durationS length of the audio @param mostS length of a piece, unless a span is longer */
export function speechChunks(
  speech: readonly Span[],
  durationS: number,
  mostS: number = MOST_CHUNK_S,
): Span[] {
  const chunks: [number, number][] = []
  for (const [startS, endS] of speech) {
    const last = chunks.at(-1)
    const from = Math.max(0, startS - MARGIN_S, last?.[1] ?? 0)
    const to = Math.min(durationS, endS + MARGIN_S)
    if (last !== undefined && to - last[0] <= mostS) last[1] = to
    else chunks.push([from, to])
  }
  return chunks
}

/** Splits words into sentences: after punctuation, and at pauses, since some engines write none. */
export function sentencesOf<Word extends Pick<SpokenWord, 'startS' | 'endS' | 'text'>>(
  words: readonly Word[],
): Word[][] {
  const sentences: Word[][] = []
  for (const word of words) {
    const current = sentences.at(-1)
    const before = current?.at(-1)
    const pauseS = before === undefined ? Number.POSITIVE_INFINITY : word.startS - before.endS
    const length = current?.length ?? 0
    const ends =
      (before !== undefined && SENTENCE_END.test(before.text)) ||
      pauseS >= SENTENCE_PAUSE_S ||
      (length >= LONG_WORDS && pauseS >= SHORT_PAUSE_S) ||
      length >= MOST_WORDS
    if (ends || current === undefined) sentences.push([word])
    else current.push(word)
  }
  return sentences
}

/** Splits words where another person begins to speak. */
export function turnsOf(words: readonly SpokenWord[]): SpokenWord[][] {
  const turns: SpokenWord[][] = []
  for (const word of words) {
    const turn = turns.at(-1)
    if (turn !== undefined && turn[0]?.speaker === word.speaker) turn.push(word)
    else turns.push([word])
  }
  return turns
}

/** Words of `pocketsphinx_continuous -time yes`. Silence, noise and the marks of sentences are left out. */
export function wordsOfPocketsphinx(output: string): SpokenWord[] {
  return output.split('\n').flatMap((line) => {
    const [text = '', start, end, confidence] = line.split(' ')
    const [startS, endS, sure] = [Number(start), Number(end), Number(confidence)]
    if (!/^[a-z'.-]/.test(text) || !(endS > startS) || Number.isNaN(sure)) return []
    return [{ text: text.replace(/\(\d+\)$/, ''), startS, endS, confidence: Math.min(1, sure) }]
  })
}
