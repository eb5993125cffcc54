import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { base, channels } from './base.ts'
import { adLimits } from './limits.ts'

/** A place in a video where its channels insert ads. */
export const adBreak = z.object({
  id: uuid,
  contentId: uuid,
  /** Seconds from the start of the video. Ads come at the nearest start of a segment. */
  at: z.number(),
  /** The longest time that ads may take, in seconds. */
  durationS: z.number(),
  addedBy: z.string(),
  createdAt: time,
})
export type AdBreak = z.infer<typeof adBreak>

const path = `${base}/contents/:id/scte`

export const adBreakCalls = {
  createAdBreak: call({
    method: 'POST',
    path,
    summary: `Add an ad break to a video. A video has at most ${adLimits.breaks}.`,
    caller: 'environment',
    right: channels('update'),
    params: idParams,
    body: z.object({
      at: z.number().check(z.minimum(0), z.maximum(86_400)),
      durationS: z._default(z.number().check(z.minimum(1), z.maximum(adLimits.longestBreakS)), 30),
    }),
    answer: adBreak,
    kind: 'json',
    status: 201,
    problems: ['ad-break-limit', 'ad-break-exists', 'ad-break-outside'],
  }),
  listAdBreaks: call({
    method: 'GET',
    path,
    summary: 'List the ad breaks of a video in order.',
    caller: 'environment',
    right: channels('read'),
    params: idParams,
    answer: z.object({ items: z.array(adBreak) }),
    kind: 'json',
    status: 200,
  }),
  deleteAdBreak: call({
    method: 'DELETE',
    path: `${path}/:breakId`,
    summary: 'Delete an ad break.',
    caller: 'environment',
    right: channels('update'),
    params: z.object({ id: uuid, breakId: uuid }),
    kind: 'empty',
    status: 204,
  }),
}
