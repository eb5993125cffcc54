import * as z from 'zod/mini'
import { call } from './call.ts'
import { idParams, messages, name, page, pageQuery, time, uuid } from './common.ts'
import { mediaErrorIds } from './problems.ts'

const base = '/video/api/v1'

/** File name endings the product takes. */
export const videoExtensions = ['mkv', 'mp4', 'avi', '3gp', 'm4v', 'mov', 'webm', 'wmv', 'mxf', 'ts'] as const

export function isVideoFileName(fileName: string): boolean {
  const ending = fileName.toLowerCase().split('.').at(-1) ?? ''
  return fileName.includes('.') && videoExtensions.some((extension) => extension === ending)
}

export const uploadLimits = {
  /** Largest file, in bytes (5 TiB, S3's limit for one object). */
  maxFileBytes: 5 * 1024 ** 4,
  /** Size of all parts but the last, unless the file needs larger ones to stay within `maxParts`. */
  partBytes: 16 * 1024 ** 2,
  maxParts: 10_000,
  partsAtOnce: 3,
  /** After this an upload that was not completed is collected. */
  abandonedAfterHours: 24,
} as const

/** Size of the parts of a file, in bytes: whole MiB, at most `maxParts` of them. */
export function partSizeFor(fileSize: number): number {
  const mib = 1024 ** 2
  const needed = Math.ceil(fileSize / uploadLimits.maxParts / mib) * mib
  return Math.max(uploadLimits.partBytes, needed)
}

export const playbackPolicies = ['public', 'signed'] as const
export type PlaybackPolicy = (typeof playbackPolicies)[number]
export const contentStatuses = ['pending', 'processing', 'ready', 'failed'] as const
export type ContentStatus = (typeof contentStatuses)[number]
export const renditionStatuses = ['queued', 'processing', 'ready', 'failed'] as const

const mediaError = z.object({ id: z.enum(mediaErrorIds), message: z.string(), retryable: z.boolean() })

export const rendition = z.object({
  id: uuid,
  name: z.string(),
  type: z.enum(['video', 'audio']),
  codec: z.string(),
  /** True where the source itself is repackaged, not encoded anew. */
  isOriginal: z.boolean(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  frameRate: z.nullable(z.number()),
  /** Bits a second: measured once ready, aimed at before. */
  bitrate: z.number(),
  size: z.nullable(z.number()),
  status: z.enum(renditionStatuses),
  progress: z.number(),
  error: z.nullable(mediaError),
})
export type Rendition = z.infer<typeof rendition>

const source = z.object({
  uuid,
  fileName: z.nullable(z.string()),
  size: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  frameRate: z.nullable(z.number()),
  encoding: z.nullable(z.string()),
  audio: z.nullable(z.object({ sampleRate: z.number(), encoding: z.string(), channels: z.number() })),
})

export const contentUrls = z.object({
  shareable: z.string(),
  hls: z.string(),
  embed: z.string(),
  embedCode: z.string(),
  thumbnail: z.string(),
  storyboard: z.string(),
  animated: z.string(),
  /** Null until a rendition is whole. */
  mp4: z.nullable(z.string()),
})

/** For the caller, good for a while, for the video and its pictures; null where playback is public. */
const playbackToken = z.nullable(z.object({ value: z.string(), expiresAt: time }))

/** The addresses, with the token in them where playback is signed. */
const playbackUrl = z.object({ ...contentUrls.shape, token: playbackToken })

export const content = z.object({
  id: uuid,
  environmentId: uuid,
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
  status: z.enum(contentStatuses),
  /** What the work is at while `status` is `pending` or `processing`. */
  stage: z.nullable(z.enum(['uploading', 'downloading', 'queued', 'reading', 'packaging', 'encoding'])),
  playable: z.boolean(),
  /** 0 to 1, over everything that is still to be done. */
  progress: z.number(),
  error: z.nullable(mediaError),
  /** Why poster and storyboard could not be drawn. The video plays all the same. */
  imagesError: z.nullable(mediaError),
  duration: z.nullable(z.number()),
  resolution: z.nullable(z.string()),
  aspectRatio: z.nullable(z.string()),
  maxFrameRate: z.nullable(z.number()),
  playbackPolicy: z.enum(playbackPolicies),
  playbackId: z.string(),
  playbackToken,
  streamId: z.nullable(z.string()),
  category: z.string(),
  source,
  renditions: z.array(rendition),
  urls: contentUrls,
  /** Address of the poster, once there is one. */
  poster: z.nullable(z.string()),
  addedBy: z.nullable(z.string()),
  /** When a sample video deletes itself. */
  expiresAt: z.nullable(time),
  createdAt: time,
  addedAt: time,
})
export type Content = z.infer<typeof content>

const tag = z.string().check(
  z.minLength(1, messages.tag),
  z.maxLength(100),
  z.refine((value) => value.trim() === value && !value.includes(','), messages.whiteSpace),
)
const title = name
const description = z.string().check(z.maxLength(5000))

/** A web address as a person types it; whether it may be fetched is the server's to say. */
const webAddress = z.string(messages.urlRequired).check(
  z.minLength(1, messages.urlRequired),
  z.maxLength(2000),
  z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), messages.url),
)

export const createByUrlBody = z.object({
  url: webAddress,
  title: z.optional(title),
  playbackPolicy: z.enum(playbackPolicies, messages.playbackPolicy),
})
export const updateContentBody = z.object({
  title: z.optional(title),
  description: z.optional(description),
  tags: z.optional(z.array(tag).check(z.maxLength(50))),
  playbackPolicy: z.optional(z.enum(playbackPolicies)),
})

export const createUploadBody = z.object({
  fileName: z
    .string()
    .check(
      z.minLength(1, messages.fileRequired),
      z.maxLength(255),
      z.refine(isVideoFileName, messages.videoFormat),
    ),
  fileSize: z.int().check(z.minimum(1, messages.fileRequired), z.maximum(uploadLimits.maxFileBytes)),
  title: z.optional(title),
  playbackPolicy: z._default(z.enum(playbackPolicies), 'public'),
})

const part = z.object({
  partNumber: z.int().check(z.minimum(1), z.maximum(uploadLimits.maxParts)),
  etag: z.string(),
})
const uploadPart = z.extend(part, { size: z.number() })

export const uploadStatuses = ['pending', 'completed'] as const
export const upload = z.object({
  uploadId: uuid,
  contentId: uuid,
  fileName: z.string(),
  fileSize: z.number(),
  partSize: z.number(),
  partCount: z.number(),
  status: z.enum(uploadStatuses),
  /** Parts that are already there. */
  parts: z.array(uploadPart),
})
export type Upload = z.infer<typeof upload>

export const contentSorts = ['-createdAt', 'createdAt', 'title', '-title', 'duration', '-duration'] as const
export type ContentSort = (typeof contentSorts)[number]

const videos = (action: 'create' | 'read' | 'update' | 'delete') => ['Videos', 'Video', action] as const

export const libraryCalls = {
  createUpload: call({
    method: 'POST',
    path: `${base}/uploads`,
    summary: 'Begin an upload in parts. The content exists from here on, as `pending`.',
    caller: 'environment',
    right: videos('create'),
    body: createUploadBody,
    answer: upload,
    kind: 'json',
    status: 201,
    problems: ['storage-full', 'organization-inactive'],
  }),
  getUpload: call({
    method: 'GET',
    path: `${base}/uploads/:id`,
    summary: 'An upload and the parts that are already there: what to send to continue.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    answer: upload,
    kind: 'json',
    status: 200,
  }),
  createPartUrl: call({
    method: 'POST',
    path: `${base}/uploads/:id/part_url`,
    summary: 'Where to PUT one part. The PUT answers an ETag for `complete`.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: z.object({ partNumber: z.int().check(z.minimum(1), z.maximum(uploadLimits.maxParts)) }),
    answer: z.object({
      url: z.string(),
      method: z.literal('PUT'),
      headers: z.record(z.string(), z.string()),
      expiresAt: time,
    }),
    kind: 'json',
    status: 200,
    problems: ['upload-closed', 'storage-full'],
  }),
  completeUpload: call({
    method: 'POST',
    path: `${base}/uploads/:id/complete`,
    summary: 'All parts are there: check them and begin to process. Calling it again answers the same.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: z.object({ parts: z.array(part).check(z.minLength(1), z.maxLength(uploadLimits.maxParts)) }),
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['upload-incomplete', 'upload-part-mismatch', 'upload-closed'],
  }),
  cancelUpload: call({
    method: 'DELETE',
    path: `${base}/uploads/:id`,
    summary: 'Give up an upload; what was sent of it is removed, and its content with it.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    kind: 'empty',
    status: 204,
    problems: ['upload-closed'],
  }),
  createContent: call({
    method: 'POST',
    path: `${base}/contents`,
    summary: 'Bring in a video by its address.',
    caller: 'environment',
    right: videos('create'),
    body: createByUrlBody,
    answer: content,
    kind: 'json',
    status: 201,
    problems: ['url-not-allowed', 'storage-full', 'organization-inactive'],
  }),
  createSample: call({
    method: 'POST',
    path: `${base}/contents/sample`,
    summary: 'Make a ten-second sample video on the spot. It deletes itself after 24 hours.',
    caller: 'environment',
    right: videos('create'),
    answer: content,
    kind: 'json',
    status: 201,
    problems: ['storage-full', 'organization-inactive'],
  }),
  listContents: call({
    method: 'GET',
    path: `${base}/contents/paginated`,
    summary: 'Videos of the environment, newest first unless sorted otherwise. `status` may list several.',
    caller: 'environment',
    right: videos('read'),
    query: z.object({
      ...pageQuery,
      phrase: z.optional(z.string().check(z.maxLength(200))),
      status: z.optional(z.array(z.enum(contentStatuses))),
      sort: z._default(z.enum(contentSorts), '-createdAt'),
    }),
    answer: page(content),
    kind: 'json',
    status: 200,
  }),
  getContent: call({
    method: 'GET',
    path: `${base}/contents/:id`,
    summary: 'One video.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
  }),
  updateContent: call({
    method: 'PUT',
    path: `${base}/contents/:id`,
    summary: 'Change title, description or tags; what is left out stays.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: updateContentBody,
    answer: content,
    kind: 'json',
    status: 200,
  }),
  deleteContent: call({
    method: 'DELETE',
    path: `${base}/contents/:id`,
    summary: 'Delete a video with everything that was made of it, also while it is being processed.',
    caller: 'environment',
    right: videos('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  deleteContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_delete`,
    summary: 'Delete several videos. Ids that do not exist are passed over.',
    caller: 'environment',
    right: videos('delete'),
    body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(100)) }),
    answer: z.object({ deleted: z.array(uuid) }),
    kind: 'json',
    status: 200,
  }),
  retryContent: call({
    method: 'POST',
    path: `${base}/contents/:id/refetch`,
    summary: 'Try again what failed, and only that.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['content-not-ready'],
  }),
  retryContentByGet: call({
    method: 'GET',
    path: `${base}/contents/:id/refetch`,
    summary: 'The same as the POST, for clients that know it as a GET.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['content-not-ready'],
  }),
  getPlaybackUrl: call({
    method: 'GET',
    path: `${base}/contents/:id/playback_url`,
    summary:
      'Addresses to play, show and share a video; with a token for the caller where playback is signed.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: playbackUrl,
    kind: 'json',
    status: 200,
  }),
}
