import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { content } from '../library/index.ts'
import { base, recordings } from './base.ts'

/** A video of category `LiveRecording`, and the session that it was made of. */
export const liveRecording = z.object({
  ...content.shape,
  livestreamId: uuid,
  /** Null if the live stream was deleted. */
  livestreamName: z.nullable(z.string()),
  /** Time 0 of the recording. */
  startedAt: time,
  /** Null while it grows. */
  endedAt: z.nullable(time),
  isLive: z.boolean(),
})
export type LiveRecording = z.infer<typeof liveRecording>

const path = `${base}/live_recordings`

export const recordingCalls = {
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
  archiveLiveRecording: call({
    method: 'POST',
    path: `${path}/:id/archive`,
    summary:
      'Keep a recording that has ended: it becomes a video of category `Video`, which does not expire.',
    caller: 'environment',
    right: recordings('update'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['content-not-ready', 'in-trash', 'organization-inactive'],
  }),
}
