import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { mediaErrorIds, webAddress } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { path, portraits } from './base.ts'
import { isMp4, portraitReasons, portraitShapes, portraitStatuses } from './values.ts'

const size = z.object({ width: z.number(), height: z.number() })

/** A video in another shape, whose window follows the people in it. */
export const portrait = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  shape: z.enum(portraitShapes),
  /** Captions in the picture show what is said. */
  captions: z.boolean(),
  status: z.enum(portraitStatuses),
  /** Progress of the current step, 0 to 1. */
  progress: z.number(),
  reason: z.nullable(z.enum([...portraitReasons, ...mediaErrorIds])),
  /** The original. */
  contentId: uuid,
  contentTitle: z.string(),
  /** URL of an image of the result, or of the original. */
  thumbnail: z.nullable(z.string()),
  /** The result, a video of its own. Null until it was rendered. */
  resultId: z.nullable(uuid),
  /** Size of the original. Null until it was read. */
  size: z.nullable(size),
  /** Seconds. Null until it was read. */
  duration: z.nullable(z.number()),
  /** The path was changed since it was rendered. */
  needsRender: z.boolean(),
  addedBy: z.string(),
  createdAt: time,
  renderedAt: z.nullable(time),
})
export type Portrait = z.infer<typeof portrait>

const fields = {
  name,
  shape: z.enum(portraitShapes),
  /** Shows what is said as captions in the picture. The video needs a transcript. */
  captions: z._default(z.boolean(), false),
}

export const portraitFields = z.object(fields)

/** One of three sources: a ready video or recording, an upload, or an address. */
export const createPortraitBody = z
  .object({
    ...fields,
    contentId: z.optional(z.uuid({ error: messages.required })),
    /** The upload of a video, which can be unfinished. */
    uploadId: z.optional(uuid),
    url: z.optional(
      webAddress.check(
        z.refine((value) => !URL.canParse(value) || isMp4(new URL(value).pathname), messages.onlyMp4),
      ),
    ),
  })
  .check(
    z.refine(
      ({ contentId, uploadId, url }) =>
        [contentId, uploadId, url].filter((source) => source !== undefined).length === 1,
      { path: ['contentId'], error: messages.required },
    ),
  )

export const updatePortraitBody = z.object({ name: z.optional(name), captions: z.optional(z.boolean()) })

const portraitCalls = {
  createPortrait: call({
    method: 'POST',
    path,
    summary:
      'Make a video in another shape of a video of the library, of an upload, or of an .mp4 file at an address. Its people are found, and a window follows them. Uploads and addresses also need the right to create videos.',
    caller: 'environment',
    right: portraits('create'),
    body: createPortraitBody,
    answer: portrait,
    kind: 'json',
    status: 201,
    problems: [
      ...startRefusals,
      'not-found',
      'content-not-ready',
      'in-trash',
      'no-picture',
      'url-not-allowed',
      'host-not-allowed',
      'storage-full',
      'codec-unavailable',
      'portrait-limit',
    ],
  }),
  listPortraits: call({
    method: 'GET',
    path: `${path}/paginated`,
    summary: 'List portraits, newest first.',
    caller: 'environment',
    right: portraits('read'),
    query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
    answer: page(portrait),
    kind: 'json',
    status: 200,
  }),
  getPortrait: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a portrait.',
    caller: 'environment',
    right: portraits('read'),
    params: idParams,
    answer: portrait,
    kind: 'json',
    status: 200,
  }),
  updatePortrait: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      'Rename a portrait, or choose whether it has captions. The title of its result stays, and captions change when it is rendered again. Omitted fields stay unchanged.',
    caller: 'environment',
    right: portraits('update'),
    params: idParams,
    body: updatePortraitBody,
    answer: portrait,
    kind: 'json',
    status: 200,
  }),
  deletePortrait: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a portrait with its path. A rendered result stays in the library.',
    caller: 'environment',
    right: portraits('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  renderPortrait: call({
    method: 'POST',
    path: `${path}/:id/render`,
    summary:
      'Render a portrait again: after a change of its path, which renders only the changed shots, or after a failure.',
    caller: 'environment',
    right: portraits('update'),
    params: idParams,
    answer: portrait,
    kind: 'json',
    status: 200,
    problems: [...startRefusals, 'portrait-busy', 'storage-full'],
  }),
}

export const portraitManagementFeature = defineFeature({
  calls: portraitCalls,
  problems: {
    'portrait-limit': { status: 409, title: 'This environment has reached its limit of portraits' },
  },
  messages: { onlyMp4: 'Upload only .mp4 files' },
  objects: { portrait: portraits('read') },
  eventGroups: { videos: ['portrait'] },
  events: {
    'video.portrait.created': 'portrait',
    'video.portrait.ready': 'portrait',
    'video.portrait.errored': 'portrait',
    'video.portrait.deleted': 'portrait',
  },
  auditActions: ['portrait.created', 'portrait.updated', 'portrait.rendered', 'portrait.deleted'],
})
