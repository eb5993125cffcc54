import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, name, page, pageQuery } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { content } from '../library/index.ts'
import { epoch } from '../timecode.ts'
import { base, livestreams } from './base.ts'

export const createLiveClipBody = z.object({
  /** Defaults to the title of the recording and the times. */
  name: z.optional(name),
  /** Epoch time in seconds or milliseconds, as a number or as text. */
  startTime: epoch,
  /** Defaults to the end of the recording. */
  endTime: z.optional(epoch),
})

const liveClipCalls = {
  createLiveClip: call({
    method: 'POST',
    path: `${base}/livestreams/:id/clips`,
    summary:
      'Create a clip, a new video, from the recording of a live stream, even while the stream is live. Times are epoch times in seconds or milliseconds, on the clock of EXT-X-PROGRAM-DATE-TIME.',
    caller: 'environment',
    right: livestreams('update'),
    params: idParams,
    body: createLiveClipBody,
    answer: content,
    kind: 'json',
    status: 201,
    problems: [
      ...startRefusals,
      'content-not-ready',
      'in-trash',
      'time-beyond-end',
      'storage-full',
      'organization-inactive',
    ],
  }),
  listLiveClips: call({
    method: 'GET',
    path: `${base}/livestreams/:id/clips`,
    summary: 'List the clips of all recordings of a live stream, newest first.',
    caller: 'environment',
    right: livestreams('read'),
    params: idParams,
    query: z.object(pageQuery),
    answer: page(content),
    kind: 'json',
    status: 200,
  }),
}

export const liveClipFeature = defineFeature({
  calls: liveClipCalls,
  messages: {
    epochFormat: 'Please enter in epoch format',
  },
})
