import * as z from 'zod/mini'
import { envKey, time, uuid } from '../common.ts'
import { notes } from './notes.ts'
import { type Dimension, dimensions, metricIds, metricUnits, seriesIntervals } from './values.ts'

export const analyticsLimits = {
  filterValues: 50,
  filterLength: 200,
  rows: 100,
  /** Rows grouped by country, so that a map shows all of them. */
  countries: 250,
  splits: 8,
  cohorts: 5,
  cohortWeeks: 6,
  points: 1500,
} as const

/** Values of a dimension. A view matches if it has one of them. */
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
  adChannel: wanted,
  campaign: wanted,
  advertiser: wanted,
  adSystem: wanted,
  breakKind: wanted,
  adReason: wanted,
  currency: wanted,
  adServer: wanted,
  adOutcome: wanted,
} satisfies Record<Dimension, typeof wanted>

/** Filters of a query, and `missing`: the dimensions for which an empty value also matches. */
export const filterQuery = {
  ...filterFields,
  missing: z.optional(z.array(z.enum(dimensions)).check(z.minLength(1), z.maxLength(dimensions.length))),
}

/** The environment, by ID or by its public key, in place of the header. `organisation` must be its organization; without an environment it stands for all
 * of its environments in which the caller has the right. */
export const tenantQuery = {
  organisation: z.optional(uuid),
  environment: z.optional(uuid),
  envKey: z.optional(envKey),
}

/** Numbers above this are milliseconds since 1970, others are seconds. */
const MAX_EPOCH_S = 100_000_000_000
const moment = z.pipe(
  z.union([time, z.string().check(z.regex(/^\d{1,13}$/))]),
  z.transform((text) => {
    if (!/^\d+$/.test(text)) return text
    return new Date(Number(text) > MAX_EPOCH_S ? Number(text) : Number(text) * 1000).toISOString()
  }),
)

const zone = z.string().check(z.maxLength(60))

/** Times are ISO 8601 in UTC, or seconds or milliseconds since 1970. */
export const rangeFields = { from: moment, to: moment, timezone: z._default(zone, 'UTC') }

const shapeFields = {
  interval: z.optional(z.enum(seriesIntervals)),
  groupBy: z.optional(z.enum(dimensions)),
  splitBy: z.optional(z.enum(dimensions)),
  compareWithPeriod: z._default(z.boolean(), false),
}

/** Parameters of every call of the data service, also of those that have no use for some. */
export const dataFields = { ...tenantQuery, ...rangeFields, ...filterQuery, ...shapeFields }

/** Parameters of calls with a range of their own. */
export const unrangedFields = {
  ...dataFields,
  from: z.optional(moment),
  to: z.optional(moment),
  timezone: z.optional(zone),
}

/** A metric: its total, its values over time, and its values by dimension. */
const figure = {
  metric: z.enum(metricIds),
  unit: z.enum(metricUnits),
  /** Null if there is nothing to compute it from. */
  total: z.nullable(z.number()),
  /** Value of the previous period of the same length; only with `compareWithPeriod`. */
  previousTotal: z.optional(z.nullable(z.number())),
  /** One entry per interval, oldest first. With `splitBy`, one per interval and dimension value. */
  series: z.array(z.object({ at: time, value: z.nullable(z.number()), key: z.optional(z.string()) })),
  /** One row per dimension value, largest first; only with `groupBy`. */
  rows: z.optional(
    z.array(
      z.object({
        key: z.string(),
        /** Name of a video, live stream, custom URL, ad channel or campaign. Null if it is deleted. */
        name: z.optional(z.nullable(z.string())),
        value: z.nullable(z.number()),
        /** Share of all views, requests or impressions, whichever the metric is about, from 0 to 1. */
        share: z.number(),
        previous: z.optional(z.nullable(z.number())),
      }),
    ),
  ),
  /** Number of dimension values; only with `groupBy`. */
  groups: z.optional(z.number()),
  /** All values without a row together; only if there are some. */
  others: z.optional(
    z.object({
      groups: z.number(),
      value: z.nullable(z.number()),
      share: z.number(),
      previous: z.optional(z.nullable(z.number())),
    }),
  ),
  /** All values without a series together; only with `splitBy`, and if there are some. */
  otherSplits: z.optional(
    z.object({
      groups: z.number(),
      series: z.array(z.object({ at: time, value: z.nullable(z.number()) })),
    }),
  ),
}

const shownRange = {
  interval: z.enum(seriesIntervals),
  timezone: z.string(),
  /** Reports that arrived before this time are counted. */
  freshAt: time,
}

export const figures = z.object({ ...figure, ...shownRange, notes })
export type Figures = z.infer<typeof figures>

/** Several metrics over time. */
export const trend = z.object({ items: z.array(z.object(figure)), ...shownRange, notes })
export type Trend = z.infer<typeof trend>

/** Totals of several metrics for the same views. */
export const totals = z.object({
  items: z.array(
    z.object({
      metric: z.enum(metricIds),
      unit: z.enum(metricUnits),
      /** Null if there is nothing to compute it from. */
      total: z.nullable(z.number()),
      /** Value of the previous period of the same length; only with `compareWithPeriod`. */
      previousTotal: z.optional(z.nullable(z.number())),
    }),
  ),
  freshAt: time,
  notes,
})
export type Totals = z.infer<typeof totals>

/** The definition of a metric. */
export const metricEntry = z.object({
  id: z.enum(metricIds),
  name: z.string(),
  unit: z.enum(metricUnits),
  definition: z.string(),
  formula: z.string(),
  source: z.string(),
})
export type MetricEntry = z.infer<typeof metricEntry>

/** Values of dimensions in a range, sorted by views in descending order. */
export const filterValues = z.object({
  items: z.array(
    z.object({
      dimension: z.enum(dimensions),
      value: z.string(),
      /** Name of a video, live stream or custom URL. Null if it is deleted. */
      name: z.optional(z.nullable(z.string())),
      views: z.number(),
    }),
  ),
  notes,
})
export type FilterValues = z.infer<typeof filterValues>
