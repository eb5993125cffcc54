import * as z from 'zod/mini'
import { time } from '../common.ts'
import { type Dimension, metricIds, metricUnits, seriesIntervals } from './values.ts'

export const analyticsLimits = {
  filterValues: 50,
  filterLength: 200,
  rows: 100,
  /** All of them, for a map. */
  countries: 250,
  splits: 8,
  cohorts: 5,
  cohortWeeks: 6,
  points: 1500,
} as const

/** Values of a dimension, any of which is wanted. */
const wanted = z.optional(
  z
    .array(z.string().check(z.maxLength(analyticsLimits.filterLength)))
    .check(z.minLength(1), z.maxLength(analyticsLimits.filterValues)),
)

export const filterFields = {
  contentId: wanted,
  category: wanted,
  customPlayback: wanted,
  programme: wanted,
  partner: wanted,
  country: wanted,
  state: wanted,
  city: wanted,
  isp: wanted,
  deviceType: wanted,
  deviceName: wanted,
  os: wanted,
  browser: wanted,
  playerVersion: wanted,
  pageHost: wanted,
  custom1: wanted,
  custom2: wanted,
  custom3: wanted,
  custom4: wanted,
  custom5: wanted,
  custom6: wanted,
  custom7: wanted,
  custom8: wanted,
  custom9: wanted,
  custom10: wanted,
  file: wanted,
  rendition: wanted,
  statusCode: wanted,
  cache: wanted,
  cdn: wanted,
} satisfies Record<Dimension, typeof wanted>

export const rangeFields = {
  from: time,
  to: time,
  timezone: z._default(z.string().check(z.maxLength(60)), 'UTC'),
}

/** A metric over time, in all and by a dimension. */
export const figures = z.object({
  metric: z.enum(metricIds),
  unit: z.enum(metricUnits),
  interval: z.enum(seriesIntervals),
  timezone: z.string(),
  /** Null if there is nothing to compute it from. */
  total: z.nullable(z.number()),
  /** Of the time before, as long as the range; only with `compareWithPeriod`. */
  previousTotal: z.optional(z.nullable(z.number())),
  /** Oldest first, with an entry for each interval. With `splitBy` one for each interval and value. */
  series: z.array(z.object({ at: time, value: z.nullable(z.number()), key: z.optional(z.string()) })),
  /** With `groupBy`, the largest first. */
  rows: z.optional(
    z.array(
      z.object({
        key: z.string(),
        /** Of a content, a live stream or a custom URL. Null if it is deleted. */
        name: z.optional(z.nullable(z.string())),
        value: z.nullable(z.number()),
        /** Of the views, from 0 to 1. */
        share: z.number(),
        previous: z.optional(z.nullable(z.number())),
      }),
    ),
  ),
  /** Everything that had arrived by then is counted. */
  freshAt: time,
})
export type Figures = z.infer<typeof figures>

/** Several metrics of the same views. */
export const totals = z.object({
  items: z.array(
    z.object({
      metric: z.enum(metricIds),
      unit: z.enum(metricUnits),
      /** Null if there is nothing to compute it from. */
      total: z.nullable(z.number()),
      /** Of the time before, as long as the range; only with `compareWithPeriod`. */
      previousTotal: z.optional(z.nullable(z.number())),
    }),
  ),
  freshAt: time,
})
export type Totals = z.infer<typeof totals>

/** What a metric means. */
export const metricEntry = z.object({
  id: z.enum(metricIds),
  name: z.string(),
  unit: z.enum(metricUnits),
  definition: z.string(),
  formula: z.string(),
  source: z.string(),
})
export type MetricEntry = z.infer<typeof metricEntry>

/** Values of a dimension in a range, those with most views first. */
export const filterValues = z.object({
  items: z.array(
    z.object({
      value: z.string(),
      /** Of a content, a live stream or a custom URL. Null if it is deleted. */
      name: z.optional(z.nullable(z.string())),
      views: z.number(),
    }),
  ),
})
export type FilterValues = z.infer<typeof filterValues>
