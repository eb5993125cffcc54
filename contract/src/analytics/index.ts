import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time } from '../common.ts'
import { beacon, beaconLimits } from './beacon.ts'
import { series, seriesIntervals } from './series.ts'

export * from './beacon.ts'
export * from './series.ts'

const base = '/data/api/v1'
const read = ['Analytics', 'Views', 'read'] as const

export const analyticsCalls = {
  sendBeacon: call({
    method: 'POST',
    path: '/beacon/v1/views',
    summary:
      'Report events of views, from players. Events can be sent again: each counts once. Events of unknown playback IDs are ignored.',
    caller: 'none',
    body: beacon,
    kind: 'empty',
    status: 204,
    problems: ['beacons-full'],
    maxBodyBytes: beaconLimits.bytes,
    perMinute: 600,
  }),
  getViews: call({
    method: 'GET',
    path: `${base}/views`,
    summary:
      'Get the number of views over time. `interval` is a day for ranges over a day by default, otherwise an hour; days begin at midnight in `timezone`.',
    caller: 'environment',
    right: read,
    query: z.object({
      from: time,
      to: time,
      interval: z.optional(z.enum(seriesIntervals)),
      timezone: z._default(z.string().check(z.maxLength(60)), 'UTC'),
    }),
    answer: series,
    kind: 'json',
    status: 200,
    problems: ['warehouse-away', 'range-too-long', 'timezone-unknown'],
  }),
}
