import * as z from 'zod/mini'
import { time, uuid } from '../common.ts'
import { notes } from './notes.ts'
import { seriesIntervals } from './values.ts'
import { errorParts } from './view-fields.ts'

/** A value for each step, oldest first. */
const steps = z.array(z.object({ at: time, value: z.nullable(z.number()) }))

export const errorTrend = z.object({
  interval: z.enum(seriesIntervals),
  timezone: z.string(),
  /** Sorted by failures, most frequent first. */
  items: z.array(z.object({ code: z.string(), failures: z.number(), ...errorParts, series: steps })),
  notes,
})
export type ErrorTrend = z.infer<typeof errorTrend>

/** Usage of an environment. Times are in seconds. IDs of viewers differ between environments. */
const statistics = {
  views: z.number(),
  viewers: z.number(),
  watchTime: z.number(),
  encodedTime: z.number(),
  storedTime: z.number(),
  streamedTime: z.number(),
  storedBytes: z.number(),
  deliveredBytes: z.number(),
}

export const organizationStats = z.object({
  from: time,
  to: time,
  /** Sum of all environments. */
  total: z.object(statistics),
  environments: z.array(z.object({ id: uuid, name: z.string(), ...statistics })),
  notes,
})
export type OrganizationStats = z.infer<typeof organizationStats>
