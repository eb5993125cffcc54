import { type ClipPlace, type ClipSuggestion, suggestClips } from '@kinora/media'
import type { SpanMs } from '../audio/tables.ts'
import type { WordRow } from '../transcripts/tables.ts'

/** Stored facts about a video, in milliseconds. */
export interface StoredMaterial {
  readonly durationMs: number
  readonly sentences: readonly (readonly WordRow[])[]
  readonly audio: { readonly speech: readonly SpanMs[]; readonly levels: readonly number[] } | null
  /** Times of cuts; null before they are known. */
  readonly cuts: readonly number[] | null
  /** Faces with their share of the height of the picture; null before they are searched for. */
  readonly faces: readonly (readonly [...SpanMs, share: number])[] | null
}

export interface SuggestionTask {
  readonly material: StoredMaterial
  readonly lengthS: number
  readonly count: number
  /** Spans of clips that stay. */
  readonly kept: readonly ClipPlace[]
}

/** Suggests clips of a video, which may have hours of words. */
export function suggest({ material, ...wanted }: SuggestionTask): ClipSuggestion[] {
  const { durationMs, sentences, audio, cuts, faces } = material
  return suggestClips(
    {
      durationS: durationMs / 1000,
      sentences: sentences.map((words) =>
        words.map(([startMs, endMs, text, confidence]) => ({
          startS: startMs / 1000,
          endS: endMs / 1000,
          text,
          confidence,
        })),
      ),
      speech: audio?.speech.map(([startMs, endMs]) => [startMs / 1000, endMs / 1000] as const) ?? null,
      levels: audio?.levels ?? null,
      cuts: cuts?.map((cutMs) => cutMs / 1000) ?? null,
      faces:
        faces?.map(([startMs, endMs, share]) => ({ startS: startMs / 1000, endS: endMs / 1000, share })) ??
        null,
    },
    wanted,
  )
}
