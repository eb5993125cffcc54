import * as z from 'zod/mini'
import { time, uuid } from '../common.ts'
import { metricIds, metricUnits, seriesIntervals } from './values.ts'

/** A value for each step, the oldest first. */
const steps = z.array(z.object({ at: time, value: z.nullable(z.number()) }))

/** Several metrics over time. */
export const trend = z.object({
  interval: z.enum(seriesIntervals),
  timezone: z.string(),
  items: z.array(
    z.object({
      metric: z.enum(metricIds),
      unit: z.enum(metricUnits),
      /** Null if there is nothing to compute it from. */
      total: z.nullable(z.number()),
      /** Of the time before, as long as the range; only with `compareWithPeriod`. */
      previousTotal: z.optional(z.nullable(z.number())),
      series: steps,
    }),
  ),
  freshAt: time,
})
export type Trend = z.infer<typeof trend>

export const errorTrend = z.object({
  interval: z.enum(seriesIntervals),
  timezone: z.string(),
  /** The most frequent first. */
  items: z.array(z.object({ code: z.string(), failures: z.number(), series: steps })),
})
export type ErrorTrend = z.infer<typeof errorTrend>

/** Times in seconds. Viewers are different ones in each environment. */
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
  /** Of all environments together. */
  total: z.object(statistics),
  environments: z.array(z.object({ id: uuid, name: z.string(), ...statistics })),
})
export type OrganizationStats = z.infer<typeof organizationStats>
