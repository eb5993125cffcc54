import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, oneLine, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { playbackToken } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { base, livestreams } from './base.ts'
import { livestreamLimits } from './limits.ts'
import { livestreamUrls } from './stream-fields.ts'

export const customPlaybackStatuses = ['resumed', 'paused'] as const
export type CustomPlaybackStatus = (typeof customPlaybackStatuses)[number]

/** Another playback ID of a live stream, for one partner. Its policy and restrictions are those of the stream. */
export const customPlayback = z.object({
  id: uuid,
  livestreamId: uuid,
  name: z.string(),
  partner: z.nullable(z.string()),
  genre: z.nullable(z.string()),
  language: z.nullable(z.string()),
  category: z.nullable(z.string()),
  /** A paused URL does not play. */
  status: z.enum(customPlaybackStatuses),
  playbackId: z.string(),
  urls: livestreamUrls,
  playbackToken,
  addedBy: z.string(),
  addedAt: time,
})
export type CustomPlayback = z.infer<typeof customPlayback>

const label = z.nullable(
  z.string().check(
    z.minLength(1, messages.required),
    z.maxLength(100),
    oneLine,
    z.refine((value) => value.trim() === value, messages.whiteSpace),
  ),
)

export const createCustomPlaybackBody = z.object({
  name,
  partner: z._default(label, null),
  genre: z._default(label, null),
  language: z._default(label, null),
  category: z._default(label, null),
})
export const updateCustomPlaybackBody = z.object({
  name: z.optional(name),
  partner: z.optional(label),
  genre: z.optional(label),
  language: z.optional(label),
  category: z.optional(label),
})

const path = `${base}/livestreams/:id/custom_playbacks`
const params = z.object({ id: idParams.shape.id, customPlaybackId: uuid })

const changesPlayback = {
  caller: 'environment',
  right: livestreams('update'),
  params,
  answer: customPlayback,
  kind: 'json',
  status: 200,
} as const

const customPlaybackCalls = {
  createCustomPlayback: call({
    method: 'POST',
    path,
    summary: `Create a custom URL of a live stream, which can be paused separately. A stream has at most ${livestreamLimits.customPlaybacks}.`,
    caller: 'environment',
    right: livestreams('update'),
    params: idParams,
    body: createCustomPlaybackBody,
    answer: customPlayback,
    kind: 'json',
    status: 201,
    problems: ['custom-playback-limit'],
  }),
  listCustomPlaybacks: call({
    method: 'GET',
    path,
    summary: 'List the custom URLs of a live stream, newest first.',
    caller: 'environment',
    right: livestreams('read'),
    params: idParams,
    query: z.object({
      ...pageQuery,
      phrase: z.optional(z.string().check(z.maxLength(200))),
      status: z.optional(z.enum(customPlaybackStatuses)),
    }),
    answer: page(customPlayback),
    kind: 'json',
    status: 200,
  }),
  getCustomPlayback: call({
    method: 'GET',
    path: `${path}/:customPlaybackId`,
    summary: 'Get a custom URL.',
    caller: 'environment',
    right: livestreams('read'),
    params,
    answer: customPlayback,
    kind: 'json',
    status: 200,
  }),
  updateCustomPlayback: call({
    method: 'PUT',
    path: `${path}/:customPlaybackId`,
    summary: 'Update the name and the labels of a custom URL. Omitted fields stay unchanged.',
    ...changesPlayback,
    body: updateCustomPlaybackBody,
  }),
  pauseCustomPlayback: call({
    method: 'POST',
    path: `${path}/:customPlaybackId/pause`,
    summary: 'Pause a custom URL. It stops playing, including for current viewers.',
    ...changesPlayback,
  }),
  resumeCustomPlayback: call({
    method: 'POST',
    path: `${path}/:customPlaybackId/resume`,
    summary: 'Resume a paused custom URL.',
    ...changesPlayback,
  }),
  deleteCustomPlayback: call({
    method: 'DELETE',
    path: `${path}/:customPlaybackId`,
    summary: 'Delete a custom URL. It stops playing at once.',
    caller: 'environment',
    right: livestreams('update'),
    params,
    kind: 'empty',
    status: 204,
  }),
}

export const customPlaybackFeature = defineFeature({
  calls: customPlaybackCalls,
  problems: {
    'custom-playback-limit': { status: 409, title: 'This live stream has reached its limit of custom URLs' },
  },
  objects: {
    custom_playback: ['Livestreams', 'Livestream', 'read'],
  },
  auditActions: [
    'custom_playback.created',
    'custom_playback.updated',
    'custom_playback.paused',
    'custom_playback.resumed',
    'custom_playback.deleted',
  ],
})
