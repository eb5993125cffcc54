import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { moment, optionalMoment } from '../timecode.ts'
import { base, videos } from './base.ts'

/** States of an AI clip. People make highlights of suggestions, or archive them. */
export const aiClipStates = ['suggested', 'highlight', 'archived'] as const
export type AiClipState = (typeof aiClipStates)[number]

export const aiClipLimits = {
  /** Seconds of a suggestion. */
  shortest: 15,
  longest: 60,
  /** Suggestions that one call can make. */
  count: 20,
  /** Clips of one video. */
  clips: 500,
} as const

/** Parts of the strength of a clip. The last three are penalties. */
export const aiClipParts = [
  'keywords',
  'centrality',
  'loudness',
  'loudness-change',
  'cuts',
  'faces',
  'hook',
  'dangling-start',
  'weak-end',
  'unsure-words',
] as const

/** Why a clip is suggested, and what speaks against it. */
export const aiClipReasons = [
  'question',
  'number',
  'name',
  'keywords',
  'central',
  'loud',
  'lively',
  'cuts',
  'face',
  'dangling',
  'weak-end',
  'unsure',
  /** Without a transcript, only audio and cuts count. */
  'no-words',
] as const

export const aiClip = z.object({
  id: uuid,
  contentId: uuid,
  /** Seconds in the video. */
  start: z.number(),
  end: z.number(),
  /** Null for a suggestion without words. */
  title: z.nullable(z.string()),
  state: z.enum(aiClipStates),
  /** 0 to 1. Null for a clip that a person made. */
  strength: z.nullable(z.number()),
  /** Parts of the strength, which is the sum of each value, from 0 to 1, times its weight. */
  parts: z.array(z.object({ name: z.enum(aiClipParts), value: z.number(), weight: z.number() })),
  reasons: z.array(
    z.object({
      name: z.enum(aiClipReasons),
      /** The words that it is about. */
      words: z.array(z.string()),
    }),
  ),
  /** The words in it. Empty without a transcript. */
  text: z.string(),
  /** A person changed the title or the times. */
  isEdited: z.boolean(),
  /** The name of the person who made it. Null for a suggestion. */
  createdBy: z.nullable(z.string()),
  /** The video that was published from these times. Null if there is none. */
  publishedContentId: z.nullable(uuid),
  createdAt: time,
  updatedAt: time,
})
export type AiClip = z.infer<typeof aiClip>

export const createAiClipBody = z.object({
  /** Seconds, or hh:mm:ss. A time inside a word moves to its edge. */
  start: moment,
  end: moment,
  title: name,
})

export const updateAiClipBody = z.object({
  start: optionalMoment,
  end: optionalMoment,
  title: z.optional(name),
  /** Takes back a highlight, or restores an archived clip. */
  state: z.optional(z.literal('suggested')),
})

export const listAiClipsQuery = z.object({ ...pageQuery, state: z.optional(z.enum(aiClipStates)) })

const { shortest, longest, count, clips } = aiClipLimits

export const suggestAiClipsBody = z.object({
  /** Seconds of a clip, about. */
  length: z._default(z.int().check(z.minimum(shortest), z.maximum(longest)), 30),
  count: z._default(z.int().check(z.minimum(1), z.maximum(count)), 6),
})

const path = `${base}/contents/:id/ai_clips`
const clipPath = `${path}/:clipId`
const clipParams = z.object({ id: uuid, clipId: uuid })

const aiClipCalls = {
  listAiClips: call({
    method: 'GET',
    path,
    summary: 'List the AI clips of a video or a recording, the strongest first.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    query: listAiClipsQuery,
    answer: z.extend(page(aiClip), {
      /** Clips in each state. */
      counts: z.object({ suggested: z.number(), highlight: z.number(), archived: z.number() }),
      /** The material for suggestions: words, only audio and cuts, or nothing because the video was not analyzed. */
      basis: z.nullable(z.enum(['words', 'audio'])),
    }),
    kind: 'json',
    status: 200,
  }),
  suggestAiClips: call({
    method: 'POST',
    path: `${path}/suggestions`,
    summary:
      'Suggest the parts of an analyzed video that stand best alone. They begin and end in pauses, never inside a word. Earlier suggestions that nobody changed are replaced.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: suggestAiClipsBody,
    answer: z.object({ items: z.array(aiClip) }),
    kind: 'json',
    status: 200,
    problems: ['content-not-ready', 'in-trash', 'not-analyzed'],
  }),
  createAiClip: call({
    method: 'POST',
    path,
    summary: 'Create an AI clip by hand. Suggestions keep it.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: createAiClipBody,
    answer: aiClip,
    kind: 'json',
    status: 201,
    problems: ['content-not-ready', 'in-trash', 'time-beyond-end', 'ai-clips-full'],
  }),
  updateAiClip: call({
    method: 'PUT',
    path: clipPath,
    summary:
      'Change the times or the title of an AI clip. After a change of the times it can be published again; the published video stays as it is.',
    caller: 'environment',
    right: videos('update'),
    params: clipParams,
    body: updateAiClipBody,
    answer: aiClip,
    kind: 'json',
    status: 200,
    problems: ['content-not-ready', 'in-trash', 'time-beyond-end'],
  }),
  highlightAiClip: call({
    method: 'POST',
    path: `${clipPath}/highlight`,
    summary: 'Make an AI clip a highlight.',
    caller: 'environment',
    right: videos('update'),
    params: clipParams,
    answer: aiClip,
    kind: 'json',
    status: 200,
  }),
  archiveAiClip: call({
    method: 'POST',
    path: `${clipPath}/archive`,
    summary: 'Archive an AI clip, so that it is not suggested again.',
    caller: 'environment',
    right: videos('update'),
    params: clipParams,
    answer: aiClip,
    kind: 'json',
    status: 200,
  }),
  publishAiClip: call({
    method: 'POST',
    path: `${clipPath}/publish`,
    summary: 'Publish an AI clip as a video of its own. The same times are published once.',
    caller: 'environment',
    right: videos('create'),
    params: clipParams,
    answer: aiClip,
    kind: 'json',
    status: 200,
    problems: [
      ...startRefusals,
      'content-not-ready',
      'in-trash',
      'time-beyond-end',
      'changed-since',
      'storage-full',
      'organization-inactive',
    ],
  }),
}

export const aiClipFeature = defineFeature({
  calls: aiClipCalls,
  problems: {
    'ai-clips-full': { status: 409, title: `A video can have ${clips} AI clips` },
  },
  objects: { ai_clip: videos('read') },
  eventGroups: { tracks: ['ai_clip'] },
  events: {
    'video.ai_clip.created': 'ai_clip',
    'video.ai_clip.updated': 'ai_clip',
    'video.ai_clip.highlighted': 'ai_clip',
    'video.ai_clip.archived': 'ai_clip',
  },
  auditActions: [
    'ai_clip.suggested',
    'ai_clip.created',
    'ai_clip.updated',
    'ai_clip.highlighted',
    'ai_clip.archived',
    'ai_clip.published',
  ],
})
