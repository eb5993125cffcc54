import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, read } from './base.ts'
import { filterQuery, tenantQuery } from './metrics.ts'

const part = z.object({
  key: z.string(),
  /** Of a content or a live stream. Null if it is deleted. */
  name: z.optional(z.nullable(z.string())),
  viewers: z.number(),
})

/** Who is watching at this moment. A view that pauses, ends or says nothing for 15 seconds is not counted. */
export const realtimeViews = z.object({
  at: time,
  viewers: z.number(),
  /** The most viewers at once in each of the last 30 minutes, oldest first. */
  trend: z.array(z.object({ at: time, value: z.number() })),
  /** The largest first. */
  contents: z.array(part),
  countries: z.array(part),
  deviceTypes: z.array(part),
})
export type RealtimeViews = z.infer<typeof realtimeViews>

const realtimeCalls = {
  getRealtimeViews: call({
    method: 'GET',
    path: `${base}/realtime_views`,
    summary:
      'Get who is watching now: views that play, load or stall, by content, country and device type, and the most at once in each of the last 30 minutes. It has no range: its time is now.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    right: read,
    query: z.object({ ...tenantQuery, ...filterQuery }),
    answer: realtimeViews,
    kind: 'json',
    status: 200,
    problems: ['warehouse-away'],
  }),
}

export const realtimeFeature = defineFeature({
  calls: realtimeCalls,
})
