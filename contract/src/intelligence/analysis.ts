import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { languageCode, mediaErrorIds } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { base, videos } from './base.ts'
import { pictureObject, pictureText, scene, seenPerson } from './scenes.ts'

/** Parts of an analysis: cuts and scenes, levels and speech, words, text in pictures, people and objects. */
export const analysisParts = ['shots', 'audio', 'speech', 'text', 'pictures'] as const
export type AnalysisPart = (typeof analysisParts)[number]

export const analysisStatuses = [
  'waiting',
  'running',
  'ready',
  'failed',
  /** The video has no such part, or nothing that is installed can analyze it. */
  'unavailable',
] as const

/** Reasons why an engine at an address has no result. */
export const engineReasons = ['engine-unreachable', 'engine-refused', 'engine-answer-invalid'] as const

/** Reasons why a part has no result, besides the errors of files and encodings. */
export const analysisReasons = [
  'no-picture',
  'no-audio',
  'engine-missing',
  'language-unsupported',
  ...engineReasons,
  'engine-failed',
] as const
export type AnalysisReason = (typeof analysisReasons)[number] | (typeof mediaErrorIds)[number]

/** Qualities of a result: about one word in three of a draft may be wrong. */
export const analysisQualities = ['draft', 'good'] as const

const engine = z.object({ name: z.string(), version: z.string() })

const partState = z.object({
  part: z.enum(analysisParts),
  status: z.enum(analysisStatuses),
  /** 0 to 1. */
  progress: z.number(),
  reason: z.nullable(z.enum([...analysisReasons, ...mediaErrorIds])),
  /** The program that made the result. Null before. */
  engine: z.nullable(engine),
  quality: z.nullable(z.enum(analysisQualities)),
  /** Language of the speech. Null for other parts, and while unknown. */
  language: z.nullable(z.string()),
  requestedAt: time,
  endedAt: z.nullable(time),
})
export type AnalysisPartState = z.infer<typeof partState>

const span = z.object({ start: z.number(), end: z.number() })

const audio = z.object({
  /** Spans in which somebody speaks. */
  speech: z.array(span),
  silence: z.array(span),
  /** Level of each second, in dB below full scale. */
  levels: z.array(z.number()),
})

export const analysis = z.object({
  contentId: uuid,
  /** The requested parts. */
  parts: z.array(partState),
  /** Null before the shots are known. */
  scenes: z.nullable(z.array(scene)),
  /** Null before the audio is analyzed. */
  audio: z.nullable(audio),
  /** Text in the pictures, in order. Null before it is searched for. */
  texts: z.nullable(z.array(pictureText)),
  /** People in the pictures, those that are seen most first. Null before they are searched for. */
  people: z.nullable(z.array(seenPerson)),
  /** Objects in the pictures, as hints. Null before they are searched for. */
  objects: z.nullable(z.array(pictureObject)),
  /** Null before there is one, of an analysis or of published subtitles. */
  transcript: z.nullable(
    z.object({
      language: z.string(),
      quality: z.enum(analysisQualities),
      engine: z.string(),
      updatedAt: time,
    }),
  ),
})
export type Analysis = z.infer<typeof analysis>

export const analyzeBody = z.object({
  parts: z._default(z.array(z.enum(analysisParts)).check(z.minLength(1, messages.required)), [
    ...analysisParts,
  ]),
  /** Language of the speech. */
  language: z._default(languageCode, 'en'),
})

/** A language model, and the host that transcripts are sent to. */
export const languageModel = z.nullable(z.object({ name: z.string(), sendsTo: z.string() }))

const path = `${base}/contents/:id/ai_analysis`

const analysisCalls = {
  analyzeContent: call({
    method: 'POST',
    path,
    summary:
      'Analyze a video: find its scenes, its speech and silence, and what is said, and text, people and objects in its pictures. Parts that are being analyzed go on; others start again.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: analyzeBody,
    answer: analysis,
    kind: 'json',
    status: 201,
    problems: ['content-not-ready', 'in-trash', 'storage-full'],
  }),
  getAnalysis: call({
    method: 'GET',
    path,
    summary: 'Get the state and the results of the analysis of a video.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: analysis,
    kind: 'json',
    status: 200,
  }),
}

export const analysisFeature = defineFeature({
  calls: analysisCalls,
  objects: { analysis: videos('read') },
  eventGroups: { tracks: ['analysis'] },
  events: { 'video.analysis.updated': 'analysis' },
  auditActions: ['analysis.requested'],
})
