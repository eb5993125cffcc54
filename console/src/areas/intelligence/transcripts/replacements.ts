import type { TranscriptSentence } from '@kinora/contract'

/** Words to find in a transcript, and what to put in their place. */
export interface Replacement {
  readonly find: string
  readonly put: string
  readonly isWholeWord: boolean
}

interface Replaced {
  readonly sentence: TranscriptSentence
  readonly text: string
  readonly matches: number
}

/** The sentences that a replacement changes. Upper and lower case are the same. A sentence never becomes empty. */
export function replaceIn(
  sentences: readonly TranscriptSentence[],
  { find, put, isWholeWord }: Replacement,
): Replaced[] {
  const wanted = find.trim()
  if (wanted === '') return []
  const plain = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
  const edge = '[\\p{L}\\p{M}\\p{N}]'
  const pattern = new RegExp(isWholeWord ? `(?<!${edge})${plain}(?!${edge})` : plain, 'giu')
  return sentences.flatMap((sentence) => {
    const matches = [...sentence.text.matchAll(pattern)].length
    if (matches === 0) return []
    const text = sentence.text
      .replaceAll(pattern, () => put.trim())
      .replaceAll(/\s+/g, ' ')
      .trim()
    return text === '' || text === sentence.text ? [] : [{ sentence, text, matches }]
  })
}

/** The speakers of a transcript, in the order in which they begin to speak, with the number of their sentences. */
export function speakersIn(sentences: readonly TranscriptSentence[]): ReadonlyMap<string, number> {
  const speakers = new Map<string, number>()
  for (const { speaker } of sentences)
    if (speaker !== null) speakers.set(speaker, (speakers.get(speaker) ?? 0) + 1)
  return speakers
}
