import * as z from 'zod/mini'
import { time, uuid } from '../common.ts'
import { viewEventTypes } from './beacons.ts'
import { notes } from './notes.ts'

/** Location, device and page of a view. Empty if unknown. */
const beaconFacts = {
  category: z.enum(['video', 'live']),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  isp: z.string(),
  deviceType: z.string(),
  deviceName: z.string(),
  os: z.string(),
  browser: z.string(),
  programme: z.string(),
  partner: z.string(),
  pageHost: z.string(),
  playerVersion: z.string(),
}

/** A view in a list. Times are in seconds unless the name has another unit. */
export const viewItem = z.object({
  id: uuid,
  startedAt: time,
  contentId: uuid,
  /** Name of the video or live stream. Null if it is deleted. */
  name: z.nullable(z.string()),
  ...beaconFacts,
  /** Whether the first frame was shown. */
  hasStarted: z.boolean(),
  /** Code of the error that ended the view. */
  errorCode: z.nullable(z.string()),
  startupMs: z.nullable(z.number()),
  watchTime: z.number(),
  rebuffers: z.number(),
  rebufferTime: z.number(),
  averageKbps: z.nullable(z.number()),
})
export type ViewItem = z.infer<typeof viewItem>

export const viewDetails = z.object({
  ...viewItem.shape,
  seeks: z.number(),
  /** Requests of the last 14 days, summed by 10 seconds. Empty if the player does not name the view in its requests. */
  requests: z.array(
    z.object({
      at: time,
      file: z.enum(['playlist', 'segment', 'image', 'download']),
      /** Such as `720p` or `audio`. */
      rendition: z.string(),
      status: z.number(),
      requests: z.number(),
      bytes: z.number(),
      slowestMs: z.number(),
    }),
  ),
  /** Events that the player reported, in order. */
  events: z.array(
    z.object({
      seq: z.number(),
      type: z.enum(viewEventTypes),
      at: time,
      /** Seconds since the start of the view. */
      elapsed: z.number(),
      /** The furthest position in the video so far, in seconds. */
      position: z.number(),
      watchTime: z.number(),
      rebufferTime: z.number(),
      /** Value of some event types: the new video height of a `quality` event. */
      value: z.nullable(z.number()),
      errorCode: z.nullable(z.string()),
    }),
  ),
})
export type ViewDetails = z.infer<typeof viewDetails>

export const viewList = z.object({
  items: z.array(viewItem),
  /** The value of `before` for the next page. Null on the last page. */
  next: z.nullable(z.string()),
})

/** Comparison and groups of an error. */
export const errorParts = {
  /** Failures in the previous period of the same length; only with `compareWithPeriod`. */
  previousFailures: z.optional(z.number()),
  /** One row per dimension value, largest first; only with `groupBy`. */
  rows: z.optional(
    z.array(
      z.object({
        key: z.string(),
        /** Name of a video, live stream or custom URL. Null if it is deleted. */
        name: z.optional(z.nullable(z.string())),
        failures: z.number(),
      }),
    ),
  ),
}

export const viewErrors = z.object({
  items: z.array(
    z.object({
      code: z.string(),
      failures: z.number(),
      /** Failures before the first frame. */
      startupFailures: z.number(),
      viewers: z.number(),
      /** Share of all views, from 0 to 1. */
      share: z.number(),
      lastAt: time,
      ...errorParts,
    }),
  ),
  notes,
})
export type ViewErrors = z.infer<typeof viewErrors>
