import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery } from '../common.ts'
import { moment } from '../timecode.ts'
import { base, videos } from './base.ts'
import { content, title } from './contents.ts'

/** Seconds that a clip has at least. */
export const minClipS = 0.1

export const createClipBody = z.object({
  /** The video's title and the times without it. */
  name: z.optional(title),
  /** The frame shown at that time is the first. */
  startTime: moment,
  /** The frame shown at that time is the first one left out; the video's end without it. */
  endTime: z.optional(moment),
})

const path = `${base}/contents/:id/clips`

export const clipCalls = {
  createClip: call({
    method: 'POST',
    path,
    summary:
      'Cut a video of its own out of a video, exact to the frame. Times are seconds, or hh:mm:ss with up to three decimals. It takes over the folder, the playback policy and its restrictions, and what is published of the subtitles.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: createClipBody,
    answer: content,
    kind: 'json',
    status: 201,
    problems: ['content-not-ready', 'in-trash', 'time-beyond-end', 'storage-full', 'organization-inactive'],
  }),
  listClips: call({
    method: 'GET',
    path,
    summary: 'Videos that were cut out of a video, the newest first.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    query: z.object(pageQuery),
    answer: page(content),
    kind: 'json',
    status: 200,
  }),
}
