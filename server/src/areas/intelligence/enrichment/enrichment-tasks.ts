import { type ExtractedMetadata, extractMetadata } from '@kinora/media'
import type { WordRow } from '../transcripts/tables.ts'

/** A sentence with its times in milliseconds. */
interface StoredSentence {
  readonly startMs: number
  readonly endMs: number
  readonly words: readonly WordRow[]
}

/** Extracts metadata from a transcript, which may have hours of words. */
export function extract(sentences: readonly StoredSentence[]): ExtractedMetadata {
  return extractMetadata(
    sentences.map(({ startMs, endMs, words }) => ({
      startS: startMs / 1000,
      endS: endMs / 1000,
      words: words.map(([, , word]) => word),
    })),
  )
}
