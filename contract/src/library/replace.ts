import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, videos } from './base.ts'
import { changesContent, webAddress } from './content-fields.ts'
import { upload, videoFile } from './uploads.ts'

export const replaceByUrlBody = z.object({ url: webAddress })
export const replaceByUploadBody = z.object(videoFile)

const path = `${base}/contents/:id/replace`
const keeps =
  'IDs, details, subtitles, images and added audio tracks of the video stay. Text tracks of the new file become drafts and replace unedited drafts of the old file; waiting clips of the old file fail. Viewers see the old file until the new renditions are ready; one failed rendition does not block the others. If too few renditions can be encoded, the old file stays and `reencode` contains the error.'

const refusals = [
  ...startRefusals,
  'in-trash',
  'test-video',
  'content-not-ready',
  'reencode-running',
  'replacement-running',
  'storage-full',
  'recording-has-no-source',
] as const

const replacingCalls = {
  replaceByUrl: call({
    method: 'POST',
    path,
    summary: `Replace the file of a video with a file from a URL. ${keeps}`,
    ...changesContent,
    body: replaceByUrlBody,
    problems: [...refusals, 'url-not-allowed', 'host-not-allowed'],
  }),
  replaceByUpload: call({
    method: 'POST',
    path: `${path}/upload`,
    summary: `Replace the file of a video with an upload, whose parts are sent like those of a video. This also requires the right to create videos. ${keeps}`,
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: replaceByUploadBody,
    answer: upload,
    kind: 'json',
    status: 201,
    problems: refusals,
  }),
  cancelReplacement: call({
    method: 'DELETE',
    path,
    summary: 'Cancel the replacement of a video, or clear its error.',
    ...changesContent,
    problems: ['in-trash', 'content-not-ready'],
  }),
}

export const replacingFeature = defineFeature({
  calls: replacingCalls,
})
