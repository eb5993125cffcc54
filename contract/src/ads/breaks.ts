import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { webAddress } from '../library/index.ts'
import { moment, secondsOf } from '../timecode.ts'
import { base, channels } from './base.ts'
import { adLimits } from './limits.ts'

/** An ad break of a video. All of its ad channels insert ads there. */
export const adBreak = z.object({
  id: uuid,
  contentId: uuid,
  /** Seconds from the start of the video. Ads are inserted at the nearest segment boundary. */
  at: z.number(),
  /** Maximum total length of the ads, in seconds. */
  durationS: z.number(),
  /** Time at which the video resumes after ads, in seconds from its start: ads replace the part before it. Null: the video
   * resumes where it stopped. */
  returnAt: z.nullable(z.number()),
  /** Ad tag of this break. Null: the mid-roll ad tag of the channel. */
  adTagUrl: z.nullable(z.string()),
  /** A disabled break gets no ads. */
  enabled: z.boolean(),
  addedBy: z.string(),
  createdAt: time,
})
export type AdBreak = z.infer<typeof adBreak>

const path = `${base}/contents/:id/scte`

/** A time in the video: seconds, or `hh:mm:ss`. */
const at = z.pipe(moment, z.transform(secondsOf))
const durationS = z.number().check(z.minimum(1), z.maximum(adLimits.longestBreakS))

const returnAt = z.nullable(at)

const adTagUrl = z.nullable(webAddress)

export const createAdBreakBody = z.object({
  at,
  durationS: z._default(durationS, 30),
  returnAt: z._default(returnAt, null),
  adTagUrl: z._default(adTagUrl, null),
  enabled: z._default(z.boolean(), true),
})
export const updateAdBreakBody = z.object({
  at: z.optional(at),
  durationS: z.optional(durationS),
  returnAt: z.optional(returnAt),
  adTagUrl: z.optional(adTagUrl),
  enabled: z.optional(z.boolean()),
})

export const importAdBreaksBody = z.object({
  /** VMAP, an edit decision list (EDL), or CSV with a time, an optional duration and an optional `return` column. */
  text: z.string().check(z.minLength(1), z.maxLength(adLimits.cueSheetLength)),
  /** Length of breaks for which the sheet has none, in seconds. */
  durationS: z._default(durationS, 30),
})

const adBreakCalls = {
  createAdBreak: call({
    method: 'POST',
    path,
    summary: `Add an ad break to a video. Times are seconds, or hh:mm:ss with up to three decimals. A video has at most ${adLimits.breaks}.`,
    caller: 'environment',
    right: channels('update'),
    params: idParams,
    body: createAdBreakBody,
    answer: adBreak,
    kind: 'json',
    status: 201,
    problems: [
      'ad-break-limit',
      'ad-break-exists',
      'ad-break-outside',
      'ad-break-return',
      'url-not-allowed',
      'host-not-allowed',
    ],
  }),
  importAdBreaks: call({
    method: 'POST',
    path: `${path}/import`,
    summary:
      'Import the ad breaks of a cue sheet of at most 256 kB: VMAP, an edit decision list (EDL), or CSV with a time and an optional duration per line. If the header names a third column `return`, it has the time at which the video resumes. Ad tags of VMAP are kept. Times that already have a break are skipped. Either all breaks are added, or none.',
    caller: 'environment',
    right: channels('update'),
    params: idParams,
    body: importAdBreaksBody,
    answer: z.object({ added: z.array(adBreak), existing: z.number() }),
    kind: 'json',
    status: 200,
    problems: [
      'cue-sheet-invalid',
      'ad-break-limit',
      'ad-break-outside',
      'ad-break-return',
      'url-not-allowed',
      'host-not-allowed',
    ],
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
  updateAdBreak: call({
    method: 'PUT',
    path: `${path}/:breakId`,
    summary:
      'Update an ad break: its time, length, return, ad tag, or whether it gets ads. Omitted fields stay unchanged.',
    caller: 'environment',
    right: channels('update'),
    params: z.object({ id: uuid, breakId: uuid }),
    body: updateAdBreakBody,
    answer: adBreak,
    kind: 'json',
    status: 200,
    problems: [
      'ad-break-exists',
      'ad-break-outside',
      'ad-break-return',
      'url-not-allowed',
      'host-not-allowed',
    ],
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

export const adBreakFeature = defineFeature({
  calls: adBreakCalls,
  problems: {
    'ad-break-limit': { status: 409, title: 'This video has reached its limit of ad breaks' },
    'ad-break-exists': { status: 409, title: 'There is already an ad break at this time' },
    'cue-sheet-invalid': { status: 422, title: 'The cue sheet cannot be read' },
    'ad-break-outside': { status: 422, title: 'The ad break must be inside the video' },
    'ad-break-return': {
      status: 422,
      title: 'The resume time must be between the ad break and the end of the video',
    },
  },
  auditActions: ['ad_break.created', 'ad_break.updated', 'ad_break.deleted'],
})
