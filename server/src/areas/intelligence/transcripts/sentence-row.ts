import { uuidv7 } from '../../../platform/database/ids.ts'
import type { ContentRef } from '../../library/index.ts'
import type { WordRow } from './tables.ts'

/** The row of a sentence that nobody changed. */
export function sentenceRow(
  { id: contentId, environmentId }: ContentRef,
  words: WordRow[],
  speaker: string | null = null,
) {
  const startMs = words[0]?.[0] ?? 0
  const endMs = words.at(-1)?.[1] ?? startMs
  const text = words.map(([, , word]) => word).join(' ')
  return { id: uuidv7(), environmentId, contentId, startMs, endMs, speaker, text, words }
}
