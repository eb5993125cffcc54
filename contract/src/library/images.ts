import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { moment } from '../timecode.ts'
import { base, videos } from './base.ts'
import { content, thumbnailKinds } from './content-fields.ts'

/** `captured` from the video, or `uploaded`. */
export const thumbnailOrigins = ['captured', 'uploaded'] as const

export const thumbnailLimits = {
  /** Per video. */
  most: 100,
  fileBytes: 10 * 1024 ** 2,
  /** Pixels. */
  leastWidth: 75,
  leastHeight: 60,
  mostPx: 4096,
  gifWidth: 320,
  mostGifPx: 640,
  gifSeconds: 10,
} as const

const imageFormats = ['jpg', 'jpeg', 'png'] as const

export function isImageFileName(fileName: string): boolean {
  return imageFormats.some((format) => fileName.toLowerCase().endsWith(`.${format}`))
}

const pixels = (least: number, most: number) =>
  z.int(messages.digits).check(z.minimum(least, messages.tooSmall), z.maximum(most, messages.tooLarge))

const { leastWidth, leastHeight, mostPx, mostGifPx, gifWidth } = thumbnailLimits

export const createThumbnailBody = z.object({
  time: moment,
  /** With only one of `width` and `height`, the image keeps its aspect ratio. With both it is cropped. */
  width: z.optional(pixels(leastWidth, mostPx)),
  height: z.optional(pixels(leastHeight, mostPx)),
})

export const createGifBody = z.object({
  start: moment,
  end: moment,
  width: z._default(pixels(leastWidth, mostGifPx), gifWidth),
  height: z.optional(pixels(leastHeight, mostGifPx)),
})

export const uploadThumbnailBody = z.object({
  fileName: z.string(messages.imageRequired).check(
    z.minLength(1, messages.imageRequired),
    z.maxLength(255),
    z.refine((fileName) => fileName === '' || isImageFileName(fileName), messages.image),
  ),
  /** The file in base64. */
  file: z
    .string(messages.imageRequired)
    .check(
      z.minLength(1, messages.imageRequired),
      z.maxLength(Math.ceil(thumbnailLimits.fileBytes / 3) * 4, messages.imageTooLarge),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
    ),
})

export const thumbnail = z.object({
  id: uuid,
  contentId: uuid,
  kind: z.enum(thumbnailKinds),
  origin: z.enum(thumbnailOrigins),
  /** Time in the video in seconds; of a GIF, its start. Null for uploads. */
  time: z.nullable(z.number()),
  /** End of a GIF. */
  end: z.nullable(z.number()),
  width: z.number(),
  height: z.number(),
  /** Bytes. */
  size: z.number(),
  fileName: z.nullable(z.string()),
  isPoster: z.boolean(),
  /** URL of the image. With signed playback it contains a token for the caller. */
  url: z.string(),
  /** URL of a small still JPEG of the image. */
  preview: z.string(),
  createdBy: z.string(),
  createdAt: time,
})
export type Thumbnail = z.infer<typeof thumbnail>

const path = `${base}/contents/:id/thumbnails`

/** Problems that prevent an image from being rendered and saved. */
const drawn = [
  'in-trash',
  'content-not-ready',
  'no-picture',
  'time-beyond-end',
  'thumbnail-limit',
  'storage-full',
  'unavailable',
] as const

const thumbnailCalls = {
  listThumbnails: call({
    method: 'GET',
    path,
    summary: 'List the thumbnails of a video, stills and GIFs, newest first.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: z.object({ items: z.array(thumbnail) }),
    kind: 'json',
    status: 200,
  }),
  getContentPoster: call({
    method: 'GET',
    path: `${base}/contents/:id/poster`,
    summary:
      'Get the poster of a video as it is stored, for members. Unlike playback URLs, this works for videos in the trash.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    kind: 'file',
    status: 200,
  }),
  createThumbnail: call({
    method: 'POST',
    path,
    summary: 'Save the frame at a time of a video as a JPEG. The same request returns the existing image.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: createThumbnailBody,
    answer: thumbnail,
    kind: 'json',
    status: 201,
    problems: drawn,
  }),
  uploadThumbnail: call({
    method: 'POST',
    path: `${path}/upload`,
    summary:
      'Upload an image from a .jpg, .jpeg or .png file of at least 75 × 60 pixels. It is re-encoded without metadata, at most 1920 pixels on its longer side.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: uploadThumbnailBody,
    answer: thumbnail,
    kind: 'json',
    status: 201,
    problems: [
      'in-trash',
      'image-unreadable',
      'image-too-small',
      'thumbnail-limit',
      'storage-full',
      'unavailable',
    ],
    maxBodyBytes: 15 * 1024 ** 2,
  }),
  deleteThumbnail: call({
    method: 'DELETE',
    path: `${path}/:thumbnailId`,
    summary: 'Delete an image. If it was the poster, the automatic poster is used again.',
    caller: 'environment',
    right: videos('delete'),
    params: z.object({ id: uuid, thumbnailId: uuid }),
    kind: 'empty',
    status: 204,
    problems: ['in-trash'],
  }),
  choosePoster: call({
    method: 'PUT',
    path: `${base}/contents/:id/poster`,
    summary: 'Set a saved still image as the poster; null restores the automatic poster.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: z.object({ thumbnailId: z.nullable(uuid) }),
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['in-trash'],
  }),
  createGif: call({
    method: 'POST',
    path: `${base}/contents/:id/gifs`,
    summary:
      'Create and save a GIF of a part of the video, at most 10 s long. The same request returns the existing GIF.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: createGifBody,
    answer: thumbnail,
    kind: 'json',
    status: 201,
    problems: drawn,
  }),
}

export const thumbnailFeature = defineFeature({
  calls: thumbnailCalls,
  problems: {
    'thumbnail-limit': { status: 409, title: 'This video has reached its limit of 100 thumbnails' },
  },
  messages: {
    digits: 'Width and height digits only',
    tooSmall: 'Enter at least 75 for the width and 60 for the height',
    tooLarge: 'This size is too large',
  },
  objects: {
    thumbnail: ['Videos', 'Video', 'read'],
  },
  events: {
    'video.thumbnail.created': 'thumbnail',
    'video.thumbnail.deleted': 'thumbnail',
  },
  auditActions: ['thumbnail.created', 'thumbnail.chosen', 'thumbnail.deleted'],
})
