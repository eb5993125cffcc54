import { plainText, readText } from '../subtitles/cue-text.ts'
import type { Cue } from '../subtitles/cues.ts'
import { type SpokenWord, sentencesOf } from './speech.ts'
import { spreadWords } from './spread-words.ts'

/** A sentence with its words. The confidence of words that people wrote is unknown. */
export interface SubtitledSentence {
  readonly speaker: string | null
  readonly words: readonly Omit<SpokenWord, 'confidence'>[]
}

/** Makes sentences of cues. The words of a cue share its time by their length. A sentence can last for several cues of
 * one speaker. @param cues in order */
export function sentencesOfCues(cues: readonly Cue[]): SubtitledSentence[] {
  const sentences: SubtitledSentence[] = []
  let words: Omit<SpokenWord, 'confidence'>[] = []
  let speaker: string | null = null
  const end = () => {
    sentences.push(...sentencesOf(words).map((own) => ({ speaker, words: own })))
    words = []
  }
  for (const cue of cues) {
    const next = speakerOf(cue)
    if (next !== speaker) end()
    speaker = next
    words.push(...spreadWords({ ...cue, text: plainText(cue.text) }))
    if (words.length >= MOST_WORDS) end()
  }
  end()
  return sentences
}

/** Words after which a sentence ends in any case, so that long files take linear time. */
const MOST_WORDS = 500

/** The name of the first voice of a cue. */
function speakerOf({ text }: Cue): string | null {
  for (const token of readText(text))
    if (token.kind === 'open' && token.name === 'v' && token.annotation !== '') return token.annotation
  return null
}
