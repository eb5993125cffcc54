import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { base, videos } from './base.ts'

export const downloadLimits = {
  /** Videos in one archive. */
  maxContents: 100,
  /** A link leads to its file for so long; what has begun by then comes to its end. */
  linkSeconds: 3600,
} as const

/** What was uploaded, as it came. Any other file of a video has the name of its rendition. */
export const ORIGINAL = 'original'

export const downloadLink = z.object({
  /** Null while the file is being made: ask again in a few seconds. */
  url: z.nullable(z.string()),
  expiresAt: z.nullable(time),
  fileName: z.string(),
  /** Bytes; null where it is not known before. */
  size: z.nullable(z.number()),
})
export type DownloadLink = z.infer<typeof downloadLink>

export const createDownloadBody = z.object({
  file: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
})

export const createArchiveBody = z.object({
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(downloadLimits.maxContents)),
  /** With what is published of their subtitles, as .vtt files. */
  subtitles: z._default(z.boolean(), true),
})

export const downloadCalls = {
  createDownload: call({
    method: 'POST',
    path: `${base}/contents/:id/downloads`,
    summary:
      'A link to a file of the video, for an hour: `original` as it was uploaded, or a rendition by its name as MP4. Test videos have no original.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    body: createDownloadBody,
    answer: downloadLink,
    kind: 'json',
    status: 201,
    problems: ['in-trash', 'content-not-ready', 'mp4-failed', 'test-video'],
  }),
  createArchive: call({
    method: 'POST',
    path: `${base}/contents/archive`,
    summary:
      'A link to one zip file with the originals of several videos and their subtitles, for an hour. Test videos, which have none, are left out.',
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
    summary: 'The file that a link leads to.',
    caller: 'none',
    query: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(4900)) }),
    kind: 'file',
    status: 200,
    problems: ['link-over', 'range-not-satisfiable'],
  }),
}
