import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { content } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { base, livestreams } from './base.ts'

/** Numbers from this size on are milliseconds: as seconds they would be after the year 5138. */
const MILLISECONDS_FROM = 1e11
/** The year 5138, the last of both units. */
const MOST = MILLISECONDS_FROM * 1000
const epoch = z.pipe(
  z.union(
    [
      z.number().check(z.maximum(MOST)),
      z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/)), z.transform(Number)),
    ],
    messages.epochFormat,
  ),
  z
    .number(messages.epochFormat)
    .check(z.positive(messages.epochFormat), z.maximum(MOST, messages.epochFormat)),
)

export const createLiveClipBody = z.object({
  /** Defaults to the title of the recording and the times. */
  name: z.optional(name),
  /** Epoch time in seconds or milliseconds, as a number or as text. */
  startTime: epoch,
  /** Defaults to the end of the recording. */
  endTime: z.optional(epoch),
})

/** An epoch time in seconds. */
export function epochSeconds(given: number): number {
  return given >= MILLISECONDS_FROM ? given / 1000 : given
}

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
    problems: ['content-not-ready', 'in-trash', 'time-beyond-end', 'storage-full', 'organization-inactive'],
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
