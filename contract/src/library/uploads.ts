import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, videos } from './base.ts'
import { content, isTest, title } from './content-fields.ts'
import { isVideoFileName, playbackPolicies, uploadLimits } from './values.ts'

/** Size of the parts of a file, in bytes: whole MiB, at most `maxParts` parts. */
export function partSizeFor(fileSize: number): number {
  const mib = 1024 ** 2
  const needed = Math.ceil(fileSize / uploadLimits.maxParts / mib) * mib
  return Math.max(uploadLimits.partBytes, needed)
}

/** Details of a file before its upload. */
export function fileFields(isOfKind: (fileName: string) => boolean, otherwise: string) {
  const fileName = z
    .string()
    .check(z.minLength(1, messages.fileRequired), z.maxLength(255), z.refine(isOfKind, otherwise))
  const fileSize = z.int().check(z.minimum(1, messages.fileRequired), z.maximum(uploadLimits.maxFileBytes))
  return { fileName, fileSize }
}
export const videoFile = fileFields(isVideoFileName, messages.videoFormat)

export const createUploadBody = z.object({
  ...videoFile,
  title: z.optional(title),
  playbackPolicy: z._default(z.enum(playbackPolicies), 'public'),
  /** The target folder. */
  assetCollectionUUID: z.optional(uuid),
  /** Defaults to the default profile of the environment. */
  encodingProfileId: z.optional(uuid),
  isTest,
})

const part = z.object({
  partNumber: z.int().check(z.minimum(1), z.maximum(uploadLimits.maxParts)),
  etag: z.string(),
})
const uploadPart = z.extend(part, { size: z.number() })

export const uploadStatuses = ['pending', 'completed'] as const
/** Purpose of the file: a new video, another audio track of a video, or a replacement for the file of a video. */
const uploadKinds = ['source', 'track', 'replacement'] as const
export const upload = z.object({
  uploadId: uuid,
  kind: z.enum(uploadKinds),
  contentId: uuid,
  fileName: z.string(),
  fileSize: z.number(),
  partSize: z.number(),
  partCount: z.number(),
  status: z.enum(uploadStatuses),
  /** Received parts. */
  parts: z.array(uploadPart),
})
export type Upload = z.infer<typeof upload>

const uploadCalls = {
  createUpload: call({
    method: 'POST',
    path: `${base}/uploads`,
    summary:
      'Create an upload in parts. This creates the content, with the status `pending`. With `isTest` it becomes a test video: its first ten seconds with a test mark in the picture, deleted after 24 hours.',
    caller: 'environment',
    right: videos('create'),
    body: createUploadBody,
    answer: upload,
    kind: 'json',
    status: 201,
    problems: [...startRefusals, 'storage-full', 'organization-inactive', 'in-trash', 'codec-unavailable'],
  }),
  getUpload: call({
    method: 'GET',
    path: `${base}/uploads/:id`,
    summary: 'Get an upload with its received parts, to resume it.',
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
    summary: 'Get the URL for a part. The PUT returns an ETag for `complete`.',
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
    summary:
      'Complete an upload after all parts were sent, and start processing. Repeated calls return the same response.',
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
    summary:
      'Cancel an upload. Its received parts are deleted, along with its content, audio track or replacement.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    kind: 'empty',
    status: 204,
    problems: ['upload-closed'],
  }),
}

export const uploadFeature = defineFeature({
  calls: uploadCalls,
  problems: {
    'upload-incomplete': { status: 409, title: 'Some parts of the file are missing' },
    'upload-part-mismatch': { status: 409, title: 'A part of the file does not match what was sent' },
    'upload-closed': { status: 409, title: 'This upload has already been completed or canceled' },
  },
  messages: {
    videoFormat: 'Select a video in a supported format',
  },
  objects: {
    upload: ['Videos', 'Video', 'read'],
  },
  events: {
    'video.upload.created': 'upload',
    'video.upload.completed': 'upload',
    'video.upload.cancelled': 'upload',
  },
})
