import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { mediaErrorIds } from '../library/index.ts'
import { path, portraits } from './base.ts'
import { portraitReasons, portraitShapes, portraitStatuses } from './values.ts'

const size = z.object({ width: z.number(), height: z.number() })

/** A video in another shape, whose window follows the people in it. */
export const portrait = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  shape: z.enum(portraitShapes),
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

const fields = { name, shape: z.enum(portraitShapes) }

export const createPortraitBody = z.object({
  ...fields,
  /** A ready video or recording. */
  contentId: uuid,
})

export const updatePortraitBody = z.object({ name: fields.name })

const portraitCalls = {
  createPortrait: call({
    method: 'POST',
    path,
    summary: 'Make a video in another shape of a video. Its people are found, and a window follows them.',
    caller: 'environment',
    right: portraits('create'),
    body: createPortraitBody,
    answer: portrait,
    kind: 'json',
    status: 201,
    problems: ['not-found', 'content-not-ready', 'in-trash', 'no-picture', 'storage-full', 'portrait-limit'],
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
    summary: 'Rename a portrait. The title of its result stays.',
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
    problems: ['portrait-busy', 'storage-full'],
  }),
}

export const portraitManagementFeature = defineFeature({
  calls: portraitCalls,
  problems: {
    'portrait-limit': { status: 409, title: 'This environment has reached its limit of portraits' },
  },
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
