import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, livestreams } from './base.ts'

export const liveThumbnail = z.object({
  /** The recording that contains the frame. */
  contentId: uuid,
  /** Time in the recording in seconds. */
  time: z.number(),
  /** Wall-clock time of the frame. */
  at: time,
  /** URL of the frame. With signed playback it contains a token for the caller. */
  url: z.string(),
  /** URL of a small JPEG of the frame. */
  preview: z.string(),
})
export type LiveThumbnail = z.infer<typeof liveThumbnail>

const liveThumbnailCalls = {
  listLiveThumbnails: call({
    method: 'GET',
    path: `${base}/livestreams/:id/thumbnails`,
    summary:
      'List frames of the current or last session of a live stream, newest first: at most 100, at least 10 seconds apart. Empty if the session was not recorded.',
    caller: 'environment',
    right: livestreams('read'),
    params: idParams,
    answer: z.object({ items: z.array(liveThumbnail) }),
    kind: 'json',
    status: 200,
  }),
}

export const liveThumbnailFeature = defineFeature({
  calls: liveThumbnailCalls,
})
