import * as z from 'zod/mini'
import { page, time, uuid } from '../common.ts'
import { notes } from './notes.ts'
import { metricUnits, videoMetrics, viewershipMetrics } from './values.ts'
import { viewItem } from './view-fields.ts'

/** The retention curve of a video. */
const curve = {
  /** Views that played any part of the video. */
  views: z.number(),
  /** Average share of the video that a view played, from 0 to 1. */
  completion: z.nullable(z.number()),
  points: z.array(
    z.object({
      at: z.number(),
      /** Views that played this part. */
      views: z.number(),
      /** Times that this part was played. Replays in the same view count. */
      plays: z.number(),
    }),
  ),
}
export type Curve = z.infer<z.ZodMiniObject<typeof curve>>

/** Audience retention of a video. */
export const retention = z.object({
  name: z.string(),
  ...curve,
  /** Seconds from one point to the next. */
  step: z.number(),
  duration: z.number(),
  /** Moments at which most views stopped, steepest drop first. */
  dropOffs: z.array(
    z.object({
      at: z.number(),
      /** Shares of the views that played the video just before and just after, from 0 to 1. */
      before: z.number(),
      after: z.number(),
    }),
  ),
  /** The most replayed moments, most replayed first. */
  replays: z.array(
    z.object({
      at: z.number(),
      /** Average number of replays per view. */
      again: z.number(),
    }),
  ),
  /** The dimension values with most views, or the newest weeks, oldest first; only with `splitBy`. */
  cohorts: z.optional(
    z.array(
      z.object({
        /** The dimension value. For weeks the date of the Monday, such as `2026-11-02`. */
        key: z.string(),
        /** Name of a custom URL. Null if it is deleted. */
        name: z.optional(z.nullable(z.string())),
        ...curve,
      }),
    ),
  ),
})
export type Retention = z.infer<typeof retention>

/** Distribution of startup times, in milliseconds. */
export const startupTimes = z.object({
  /** Views that started. */
  views: z.number(),
  /** The median. Null if no view started. */
  p50: z.nullable(z.number()),
  p75: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  /** Histogram. All buckets but the last have the same width. Empty if no view started. */
  buckets: z.array(
    z.object({
      from: z.number(),
      /** Exclusive. Null for the last bucket, which is open-ended. */
      to: z.nullable(z.number()),
      views: z.number(),
    }),
  ),
})
export type StartupTimes = z.infer<typeof startupTimes>

/** The views with the lowest experience scores, lowest first. */
export const worstViews = z.object({
  items: z.array(
    z.object({
      ...viewItem.shape,
      /** Experience score of this single view, from 0 to 100. 0 if it ended with an error. */
      score: z.number(),
    }),
  ),
})
export type WorstViews = z.infer<typeof worstViews>

const watched = {
  contentId: uuid,
  /** Null if it is deleted. */
  name: z.nullable(z.string()),
  /** Seconds. Null for live streams and deleted videos. */
  duration: z.nullable(z.number()),
  /** Average share of the video that a view played, from 0 to 1. */
  completion: z.nullable(z.number()),
}

/** Videos with their metrics. */
export const videoFigures = z.object({
  ...page(
    z.object({
      ...watched,
      figures: z.array(
        z.object({
          metric: z.enum(videoMetrics),
          unit: z.enum(metricUnits),
          /** Null if there is nothing to compute it from. */
          value: z.nullable(z.number()),
        }),
      ),
    }),
  ).shape,
  freshAt: time,
})
export type VideoFigures = z.infer<typeof videoFigures>

/** Videos and live streams with their metrics. */
export const viewershipDetails = z.object({
  ...page(
    z.object({
      ...watched,
      category: z.enum(['video', 'live']),
      figures: z.array(
        z.object({
          metric: z.enum(viewershipMetrics),
          unit: z.enum(metricUnits),
          /** Null if there is nothing to compute it from. */
          value: z.nullable(z.number()),
          /** Value of the previous period of the same length; only with `compareWithPeriod`. */
          previous: z.optional(z.nullable(z.number())),
        }),
      ),
    }),
  ).shape,
  freshAt: time,
  notes,
})
export type ViewershipDetails = z.infer<typeof viewershipDetails>
