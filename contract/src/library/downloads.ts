import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, videos } from './base.ts'
import { downloadLimits } from './values.ts'

/** The uploaded file, unchanged. Other files of a video are named after their rendition. */
export const ORIGINAL = 'original'

export const downloadLink = z.object({
  /** Null while the file is being prepared: ask again in a few seconds. */
  url: z.nullable(z.string()),
  expiresAt: z.nullable(time),
  fileName: z.string(),
  /** Bytes, or null if the size is not known in advance. */
  size: z.nullable(z.number()),
})
export type DownloadLink = z.infer<typeof downloadLink>

export const createDownloadBody = z.object({
  file: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
})

export const createArchiveBody = z.object({
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(downloadLimits.maxContents)),
  /** Published subtitles are included as .vtt files. */
  subtitles: z._default(z.boolean(), true),
})

const downloadCalls = {
  createDownload: call({
    method: 'POST',
    path: `${base}/contents/:id/downloads`,
    summary:
      'Create a link to a file of the video, valid for an hour: `original` as uploaded, or a rendition by name as MP4. Test videos have no original.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    body: createDownloadBody,
    answer: downloadLink,
    kind: 'json',
    status: 201,
    problems: ['in-trash', 'content-not-ready', 'mp4-failed', 'test-video', 'recording-has-no-source'],
  }),
  createArchive: call({
    method: 'POST',
    path: `${base}/contents/archive`,
    summary:
      'Create a link, valid for an hour, to one zip file with the originals and subtitles of several videos. Test videos are left out because they have no originals.',
    caller: 'environment',
    right: videos('read'),
    body: createArchiveBody,
    answer: downloadLink,
    kind: 'json',
    status: 201,
    problems: ['content-not-ready', 'test-video'],
  }),
  getLinkedFile: call({
    method: 'GET',
    path: '/download',
    summary: 'Download the file of a link.',
    caller: 'none',
    query: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(4900)) }),
    kind: 'file',
    status: 200,
    problems: ['link-over', 'range-not-satisfiable'],
  }),
}

export const downloadFeature = defineFeature({
  calls: downloadCalls,
  problems: {
    'link-over': { status: 410, title: 'This link has expired. Request a new one.' },
    'mp4-failed': { status: 500, title: 'The MP4 file could not be created' },
  },
})
