import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams } from '../common.ts'
import { base, videos } from './base.ts'
import { changesContent, webAddress } from './contents.ts'
import { upload, videoFile } from './uploads.ts'

export const replaceByUrlBody = z.object({ url: webAddress })
export const replaceByUploadBody = z.object(videoFile)

const path = `${base}/contents/:id/replace`
const keeps =
  "Its ids, words, subtitles, pictures and added audio tracks stay. Text tracks of the new file become drafts, in the place of those of the old one that nobody has changed; clips that wait to be cut out of the old one fail. Viewers have the old file until the new one is made; a rendition of it that cannot be made holds up no other. Where too little of it can be made they keep the old one, and the video's `reencode` says why."

const refusals = [
  'in-trash',
  'test-video',
  'content-not-ready',
  'reencode-running',
  'replacement-running',
  'storage-full',
] as const

export const replacingCalls = {
  replaceByUrl: call({
    method: 'POST',
    path,
    summary: `Put another file, by its address, into the place of a video's. ${keeps}`,
    ...changesContent,
    body: replaceByUrlBody,
    problems: [...refusals, 'url-not-allowed'],
  }),
  replaceByUpload: call({
    method: 'POST',
    path: `${path}/upload`,
    summary: `The same by an upload, whose parts are sent like those of a video; it takes the right to create videos as well. ${keeps}`,
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
    summary: 'Give up a replacement that is under way, or forget why the last one failed.',
    ...changesContent,
    problems: ['in-trash', 'content-not-ready'],
  }),
}
