import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { analysisQualities, engineReasons, languageModel } from './analysis.ts'
import { base, videos } from './base.ts'

/** Metadata that is taken from a transcript, or written about it by a language model. */
const suggestedMetadata = z.object({
  contentId: uuid,
  /** Language and quality of the transcript. */
  language: z.string(),
  quality: z.enum(analysisQualities),
  /** The language model that wrote the metadata, and the host that the transcript was sent to. Null if all of it is taken
   * from what was said. */
  writtenBy: languageModel,
  /** Why the language model of the settings wrote nothing. */
  reason: z.nullable(z.enum(engineReasons)),
  /** The most telling sentence, or a written title. Null if no sentence tells enough. */
  title: z.nullable(z.string()),
  /** The most telling sentences, or written ones. */
  description: z.nullable(z.string()),
  /** The sentences of a written description, each with the times in seconds at which it was said. */
  support: z.array(z.object({ text: z.string(), times: z.array(z.number()) })),
  tags: z.array(z.string()),
  /** Names that were said at least twice. Only for scripts with capital letters. */
  names: z.array(z.string()),
  /** Seconds, with written titles, or the words that are said more in it than elsewhere. Without a language model empty for
   * talks under nine minutes. */
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
