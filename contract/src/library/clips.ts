import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, page, pageQuery } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { optionalRecordedMoment, recordedMoment } from '../timecode.ts'
import { base, videos } from './base.ts'
import { content, title } from './content-fields.ts'

/** Minimum length of a clip, in seconds. */
export const minClipS = 0.1

export const createClipBody = z.object({
  /** Defaults to the title of the video and the times. */
  name: z.optional(title),
  /** The clip starts with the frame shown at this time. */
  startTime: recordedMoment,
  /** The clip ends before the frame shown at this time. Defaults to the end of the video. */
  endTime: optionalRecordedMoment,
})

const path = `${base}/contents/:id/clips`

const clipCalls = {
  createClip: call({
    method: 'POST',
    path,
    summary:
      'Create a clip, a new video cut from this one with frame accuracy. Times are seconds, or hh:mm:ss with up to three decimals; in a recording of a live stream also epoch times in seconds or milliseconds, on the clock of EXT-X-PROGRAM-DATE-TIME. The clip copies the folder, the playback policy and its restrictions, and the published subtitles.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: createClipBody,
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
  listClips: call({
    method: 'GET',
    path,
    summary: 'List the clips of a video, newest first.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    query: z.object(pageQuery),
    answer: page(content),
    kind: 'json',
    status: 200,
  }),
}

export const clipFeature = defineFeature({
  calls: clipCalls,
})
