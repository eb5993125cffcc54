import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { content } from '../library/index.ts'
import { base, recordings } from './base.ts'

/** A video of category `LiveRecording` with the recorded session. */
export const liveRecording = z.object({
  ...content.shape,
  livestreamId: uuid,
  /** Null if the live stream was deleted. */
  livestreamName: z.nullable(z.string()),
  /** Time 0 of the recording. */
  startedAt: time,
  /** Null while the session is recorded. */
  endedAt: z.nullable(time),
  isLive: z.boolean(),
})
export type LiveRecording = z.infer<typeof liveRecording>

/** Why viewers did not see the encoder. */
export const gapReasons = [
  /** The encoder was not connected. */
  'encoder-away',
  /** The encoder was connected and sent no frames. */
  'no-frames',
  /** The server that had the stream stopped. */
  'node-lost',
] as const

/** A period in which viewers saw the slate, or nothing. */
export const recordingGap = z.object({
  from: time,
  /** Null while the gap lasts. */
  to: z.nullable(time),
  /** Position in the recording, in seconds. */
  startS: z.number(),
  /** Position of the end; equals `startS` if the gap is not recorded. Null while the gap lasts. */
  endS: z.nullable(z.number()),
  reason: z.enum(gapReasons),
  /** Whether the recording contains the slate for this period. Otherwise it skips the period. */
  isRecorded: z.boolean(),
})
export type RecordingGap = z.infer<typeof recordingGap>

/** A recording with its gaps, oldest first, at most 1,000. Recordings that were archived as videos are included. */
export const liveRecordingDetail = z.object({ ...liveRecording.shape, gaps: z.array(recordingGap) })
export type LiveRecordingDetail = z.infer<typeof liveRecordingDetail>

const path = `${base}/live_recordings`

const recordingCalls = {
  listLiveRecordings: call({
    method: 'GET',
    path: `${path}/paginated`,
    summary:
      'List the recordings of live streams, newest first. `streamId` lists those of one stream. A recording is deleted at `expiresAt`, 12 hours after its end.',
    caller: 'environment',
    right: recordings('read'),
    query: z.object({
      ...pageQuery,
      phrase: z.optional(z.string().check(z.maxLength(200))),
      streamId: z.optional(uuid),
    }),
    answer: page(liveRecording),
    kind: 'json',
    status: 200,
  }),
  getLiveRecording: call({
    method: 'GET',
    path: `${path}/:id`,
    summary:
      'Get a recording of a live stream with its gaps: periods in which viewers saw the slate or nothing, as times and as positions in the recording.',
    caller: 'environment',
    right: recordings('read'),
    params: idParams,
    answer: liveRecordingDetail,
    kind: 'json',
    status: 200,
  }),
  archiveLiveRecording: call({
    method: 'POST',
    path: `${path}/:id/archive`,
    summary:
      'Keep a recording that has ended. It becomes a video of category `Video`, which does not expire.',
    caller: 'environment',
    right: recordings('update'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['content-not-ready', 'in-trash', 'organization-inactive'],
  }),
}

export const recordingFeature = defineFeature({
  calls: recordingCalls,
})
