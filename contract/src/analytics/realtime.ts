import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, read } from './base.ts'
import { unrangedFields } from './metric-fields.ts'
import { notes } from './notes.ts'

const part = z.object({
  key: z.string(),
  /** Name of a video or live stream. Null if it is deleted. */
  name: z.optional(z.nullable(z.string())),
  viewers: z.number(),
})

/** Current viewers. Views that are paused, have ended or sent no event for 15 seconds do not count. */
export const realtimeViews = z.object({
  at: time,
  viewers: z.number(),
  /** Peak of concurrent viewers in each of the last 30 minutes, oldest first. */
  trend: z.array(z.object({ at: time, value: z.number() })),
  /** Sorted by viewers, most first. */
  contents: z.array(part),
  countries: z.array(part),
  deviceTypes: z.array(part),
  notes,
})
export type RealtimeViews = z.infer<typeof realtimeViews>

const realtimeCalls = {
  getRealtimeViews: call({
    method: 'GET',
    path: `${base}/realtime_views`,
    summary:
      'Get the current viewers: views that play, load or rebuffer, by content, country and device type, and the peak in each of the last 30 minutes. There is no time range: parameters of one are named in `notes`.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object(unrangedFields),
    answer: realtimeViews,
    kind: 'json',
    status: 200,
    problems: ['warehouse-away'],
  }),
}

export const realtimeFeature = defineFeature({
  calls: realtimeCalls,
})
