import * as z from 'zod/mini'
import { page, time, uuid } from '../common.ts'
import { metricUnits, videoMetrics, viewershipMetrics } from './values.ts'
import { viewItem } from './views.ts'

/** How far views played a video. */
const curve = {
  /** Views that played something. */
  views: z.number(),
  /** Part of the video that a view played, on average, from 0 to 1. */
  completion: z.nullable(z.number()),
  points: z.array(
    z.object({
      at: z.number(),
      /** Views that played it. */
      views: z.number(),
      /** How often it was played, also again by the same view. */
      plays: z.number(),
    }),
  ),
}
export type Curve = z.infer<z.ZodMiniObject<typeof curve>>

/** How far a video was watched. */
export const retention = z.object({
  name: z.string(),
  ...curve,
  /** Length of a point, in seconds. */
  step: z.number(),
  duration: z.number(),
  /** Where most views stopped, the steepest fall first. Shares are parts of the views, from 0 to 1. */
  dropOffs: z.array(
    z.object({
      at: z.number(),
      /** Who played the video just before, and just after. */
      before: z.number(),
      after: z.number(),
    }),
  ),
  /** What was played again most, the most first. */
  replays: z.array(
    z.object({
      at: z.number(),
      /** How often a view played it again, on average. */
      again: z.number(),
    }),
  ),
  /** With `splitBy`: the values with most views, or the newest weeks, oldest first. */
  cohorts: z.optional(
    z.array(
      z.object({
        /** Of a week its Monday, such as `2026-11-02`. */
        key: z.string(),
        /** Of a content or a custom URL. Null if it is deleted. */
        name: z.optional(z.nullable(z.string())),
        ...curve,
      }),
    ),
  ),
})
export type Retention = z.infer<typeof retention>

/** How long views waited for the first picture, in milliseconds. */
export const startupTimes = z.object({
  /** Views that started. */
  views: z.number(),
  /** So long half of them waited at most. Null if none started. */
  p50: z.nullable(z.number()),
  p75: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  /** All of the same length, but the last one. Empty if none started. */
  buckets: z.array(
    z.object({
      from: z.number(),
      /** Not included. Null for the last one, which has no end. */
      to: z.nullable(z.number()),
      views: z.number(),
    }),
  ),
})
export type StartupTimes = z.infer<typeof startupTimes>

/** The views with the lowest experience score, the lowest first. */
export const worstViews = z.object({
  items: z.array(
    z.object({
      ...viewItem.shape,
      /** The experience score of this view alone, from 0 to 100. 0 if an error ended it. */
      score: z.number(),
    }),
  ),
})
export type WorstViews = z.infer<typeof worstViews>

const watched = {
  contentId: uuid,
  /** Null if it is deleted. */
  name: z.nullable(z.string()),
  /** In seconds. Null of a live stream, and if it is deleted. */
  duration: z.nullable(z.number()),
  /** Part of the video that a view played, on average, from 0 to 1. */
  completion: z.nullable(z.number()),
}

/** Videos with their figures. */
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

/** Videos and live streams with their figures. */
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
          /** Of the time before, as long as the range; only with `compareWithPeriod`. */
          previous: z.optional(z.nullable(z.number())),
        }),
      ),
    }),
  ).shape,
  freshAt: time,
})
export type ViewershipDetails = z.infer<typeof viewershipDetails>
