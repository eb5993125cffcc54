import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { moment } from '../timecode.ts'
import { base, videos } from './base.ts'
import { content } from './contents.ts'

export const thumbnailKinds = ['still', 'gif'] as const
/** Taken out of the video, or sent. */
export const thumbnailOrigins = ['captured', 'uploaded'] as const

export const thumbnailLimits = {
  /** Of one video. */
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
  /** With one of the two the picture keeps its shape; with both it is cropped to them. */
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
  /** The file's bytes in base64. */
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
  /** Seconds into the video; of a GIF when it begins. Null for what was uploaded. */
  time: z.nullable(z.number()),
  /** When a GIF ends. */
  end: z.nullable(z.number()),
  width: z.number(),
  height: z.number(),
  /** Bytes. */
  size: z.number(),
  fileName: z.nullable(z.string()),
  isPoster: z.boolean(),
  /** Where it is shown; for whoever asked, where playback is signed. */
  url: z.string(),
  /** A small JPEG of it that does not move. */
  preview: z.string(),
  createdBy: z.string(),
  createdAt: time,
})
export type Thumbnail = z.infer<typeof thumbnail>

const path = `${base}/contents/:id/thumbnails`

/** What keeps a picture from being drawn and kept. */
const drawn = [
  'in-trash',
  'content-not-ready',
  'no-picture',
  'time-beyond-end',
  'thumbnail-limit',
  'storage-full',
  'unavailable',
] as const

export const thumbnailCalls = {
  listThumbnails: call({
    method: 'GET',
    path,
    summary: 'All pictures that are kept of a video, stills and GIFs, the latest first.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: z.object({ items: z.array(thumbnail) }),
    kind: 'json',
    status: 200,
  }),
  createThumbnail: call({
    method: 'POST',
    path,
    summary:
      'Keep the picture at a time of a video, as a JPEG. The same picture asked for again is the one that is there.',
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
      'Keep a picture from a .jpg, .jpeg or .png file of at least 75 × 60 pixels. It is drawn anew, at most 1920 pixels long, without what else the file says of itself.',
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
    summary: 'Delete a picture. Where it is the poster, the video has again the one that Kinora drew.',
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
    summary: 'Show one of the kept stills for the video everywhere; null for the one that Kinora drew.',
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
      'Make a GIF of a stretch of at most 10 s and keep it. The same GIF asked for again is the one that is there.',
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
