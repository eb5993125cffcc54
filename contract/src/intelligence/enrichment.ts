import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { analysisQualities } from './analysis.ts'
import { base, videos } from './base.ts'

/** Metadata that is taken from a transcript. All of it was said. */
const suggestedMetadata = z.object({
  contentId: uuid,
  /** Language and quality of the transcript. */
  language: z.string(),
  quality: z.enum(analysisQualities),
  /** The most telling sentence. Null if none tells enough. */
  title: z.nullable(z.string()),
  /** The most telling sentences, in order. */
  description: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** Names that were said at least twice. Only for scripts with capital letters. */
  names: z.array(z.string()),
  /** Seconds, and the words that are said more in it than elsewhere. Empty for talks under nine minutes. */
  chapters: z.array(z.object({ start: z.number(), title: z.string() })),
})
export type SuggestedMetadata = z.infer<typeof suggestedMetadata>

export const enrichmentFeature = defineFeature({
  calls: {
    enrichMetadata: call({
      method: 'POST',
      path: `${base}/contents/:id/enrich_metadata`,
      summary:
        'Suggest title, description, tags, names and chapters of a video from what is said in it. Nothing is stored: update the video with what you accept.',
      caller: 'environment',
      right: videos('update'),
      params: idParams,
      answer: suggestedMetadata,
      kind: 'json',
      status: 200,
      problems: ['not-analyzed'],
    }),
  },
})
