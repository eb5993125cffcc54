import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, oneLine, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { languageCode, subtitle } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { analysisQualities } from './analysis.ts'
import { base, videos } from './base.ts'

export const transcriptLimits = {
  /** Sentences that one call can change. */
  changes: 5000,
  /** Characters of a sentence. */
  text: 2000,
} as const

const word = z.object({
  /** Seconds in the video. */
  start: z.number(),
  end: z.number(),
  text: z.string(),
  /** 0 to 1; null for words that a person typed, and if the engine does not say. */
  confidence: z.nullable(z.number()),
})

const sentence = z.object({
  id: uuid,
  start: z.number(),
  end: z.number(),
  speaker: z.nullable(z.string()),
  text: z.string(),
  words: z.array(word),
  /** A person changed the text. */
  isEdited: z.boolean(),
})
export type TranscriptSentence = z.infer<typeof sentence>

const transcript = z.object({
  contentId: uuid,
  language: z.string(),
  quality: z.enum(analysisQualities),
  /** The program that made it. */
  engine: z.string(),
  sentences: z.array(sentence),
  updatedAt: time,
})
export type Transcript = z.infer<typeof transcript>

const text = z.string().check(
  z.maxLength(transcriptLimits.text, messages.sentenceLength),
  oneLine,
  z.refine((value) => value.trim() !== '', messages.required),
)

/** Formats of the file of a transcript: subtitles, sentences as plain text, and all that is known. */
export const transcriptFormats = ['srt', 'vtt', 'txt', 'json'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

/** The fields of a sentence as a person types them: an empty speaker is none. */
export const sentenceBody = z.object({ text, speaker: z.union([z.literal(''), name]) })

/** `updatedAt` of the transcript that was edited. If it was changed since, nothing changes. */
const basedOn = z.optional(time)

/** Changes of sentences by ID. Sentences that are left out stay. */
export const updateTranscriptBody = z.object({
  sentences: z
    .array(z.object({ id: uuid, text: z.optional(text), speaker: z.optional(z.nullable(name)) }))
    .check(z.maxLength(transcriptLimits.changes)),
  basedOn,
})

export const splitSentenceBody = z.object({
  /** The word that begins the new sentence. 0 is the first word of the sentence, which begins it already. */
  word: z.int().check(z.minimum(1), z.maximum(transcriptLimits.text)),
  basedOn,
})

export const transcriptSubtitleBody = z.object({
  name,
  /** Language of the subtitle, by default that of the transcript. */
  languageCode: z.optional(languageCode),
})

const path = `${base}/contents/:id/transcript`
const sentenceParams = z.object({ id: uuid, sentenceId: uuid })

const transcriptCalls = {
  getTranscript: call({
    method: 'GET',
    path,
    summary: 'Get what is said in a video, with the time of each word.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: transcript,
    kind: 'json',
    status: 200,
    problems: ['not-analyzed'],
  }),
  updateTranscript: call({
    method: 'PUT',
    path,
    summary:
      'Change the text or the speakers of sentences. Words that are kept keep their times. Another analysis replaces only what nobody changed.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: updateTranscriptBody,
    answer: transcript,
    kind: 'json',
    status: 200,
    problems: ['not-analyzed', 'changed-since'],
    maxBodyBytes: 4 * 1024 ** 2,
  }),
  splitSentence: call({
    method: 'POST',
    path: `${path}/sentences/:sentenceId/split`,
    summary: 'Split a sentence before a word. Both parts keep the times of their words, and the speaker.',
    caller: 'environment',
    right: videos('update'),
    params: sentenceParams,
    body: splitSentenceBody,
    answer: transcript,
    kind: 'json',
    status: 200,
    problems: ['not-analyzed', 'changed-since', 'sentence-not-split'],
  }),
  mergeSentence: call({
    method: 'POST',
    path: `${path}/sentences/:sentenceId/merge`,
    summary:
      'Merge a sentence with the next one. The speaker is that of the first, or of the second if the first has none.',
    caller: 'environment',
    right: videos('update'),
    params: sentenceParams,
    body: z.object({ basedOn }),
    answer: transcript,
    kind: 'json',
    status: 200,
    problems: ['not-analyzed', 'changed-since', 'sentence-not-merged'],
  }),
  downloadTranscript: call({
    method: 'GET',
    path: `${path}/download`,
    summary: 'Download a transcript: as SubRip or WebVTT subtitles, as text, or as JSON with all words.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    query: z.object({ format: z._default(z.enum(transcriptFormats), 'txt') }),
    kind: 'file',
    status: 200,
    problems: ['not-analyzed'],
  }),
  createSubtitleFromTranscript: call({
    method: 'POST',
    path: `${path}/subtitle`,
    summary: 'Create a draft subtitle from a transcript.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: transcriptSubtitleBody,
    answer: subtitle,
    kind: 'json',
    status: 201,
    problems: ['not-analyzed', 'in-trash', 'subtitle-limit'],
  }),
}

export const transcriptFeature = defineFeature({
  calls: transcriptCalls,
  problems: {
    'sentence-not-split': { status: 409, title: 'This sentence has no such word' },
    'sentence-not-merged': {
      status: 409,
      title: 'This sentence is the last one, or both are too long for one',
    },
  },
  messages: { sentenceLength: `Enter at most ${transcriptLimits.text} characters` },
  auditActions: ['transcript.updated'],
})
