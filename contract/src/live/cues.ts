import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, livestreams } from './base.ts'
import { livestreamLimits } from './limits.ts'
import { cueOrigins } from './values.ts'

/** A break of a live stream, in which its ad channels show ads. */
export const liveCue = z.object({
  id: uuid,
  streamId: uuid,
  /** Start, by the program date-time of the stream. */
  at: time,
  /** Planned length in seconds. Null for a break without a planned end. */
  durationS: z.nullable(z.number()),
  /** When it was ended early or, without a planned end, at all. Null if it ends after `durationS`. */
  endedAt: z.nullable(time),
  origin: z.enum(cueOrigins),
  /** The event ID of the encoder's message. */
  eventId: z.nullable(z.string()),
  /** Null if the encoder sent it. */
  addedBy: z.nullable(z.string()),
  createdAt: time,
})
export type LiveCue = z.infer<typeof liveCue>

const path = `${base}/livestreams/:id/scte`
const params = z.object({ id: uuid, cueId: uuid })

export const startLiveCueBody = z.object({
  durationS: z._default(
    z.nullable(z.number().check(z.minimum(1), z.maximum(livestreamLimits.mostCueS))),
    null,
  ),
  /** Seconds until the break begins, which ad servers have to answer. Excludes `at`. */
  leadS: z.optional(z.number().check(z.minimum(0), z.maximum(livestreamLimits.mostCueLeadS))),
  /** Planned start. Excludes `leadS`. */
  at: z.optional(time),
})

const liveCueCalls = {
  startLiveCue: call({
    method: 'POST',
    path,
    summary: `Start a break of a live stream after \`leadS\` (4 seconds by default), or schedule it for the time \`at\`. Without a duration it continues until it is ended, for at most ${livestreamLimits.mostCueS} seconds.`,
    caller: 'environment',
    right: livestreams('update'),
    params: idParams,
    body: startLiveCueBody,
    answer: liveCue,
    kind: 'json',
    status: 201,
    problems: ['cue-needs-one-time', 'cue-in-past', 'cue-overlaps', 'cue-limit', 'livestream-not-live'],
  }),
  listLiveCues: call({
    method: 'GET',
    path,
    summary: `List the breaks of a live stream, newest first. They are kept for ${livestreamLimits.cueDays} days.`,
    caller: 'environment',
    right: livestreams('read'),
    params: idParams,
    query: z.object(cursorQuery),
    answer: cursorPage(liveCue),
    kind: 'json',
    status: 200,
  }),
  endLiveCue: call({
    method: 'POST',
    path: `${path}/:cueId/end`,
    summary: 'End a break now. Viewers return to the stream at the next segment.',
    caller: 'environment',
    right: livestreams('update'),
    params,
    answer: liveCue,
    kind: 'json',
    status: 200,
    problems: ['cue-not-running'],
  }),
  deleteLiveCue: call({
    method: 'DELETE',
    path: `${path}/:cueId`,
    summary: 'Cancel a break that has not begun.',
    caller: 'environment',
    right: livestreams('update'),
    params,
    kind: 'empty',
    status: 204,
    problems: ['cue-has-begun'],
  }),
}

export const liveCueFeature = defineFeature({
  calls: liveCueCalls,
  problems: {
    'livestream-not-live': { status: 409, title: 'This live stream is not on air' },
    'cue-needs-one-time': { status: 422, title: 'Specify either a lead time or a start time' },
    'cue-in-past': { status: 422, title: 'The break must start in the future, within 30 days' },
    'cue-overlaps': { status: 409, title: 'There is another break at this time' },
    'cue-limit': { status: 409, title: 'This live stream has reached its limit of scheduled breaks' },
    'cue-not-running': { status: 409, title: 'This break is not running' },
    'cue-has-begun': { status: 409, title: 'This break has already started. End it instead.' },
  },
})
