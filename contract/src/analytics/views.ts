import * as z from 'zod/mini'
import { time, uuid } from '../common.ts'
import { viewEventTypes } from './beacon.ts'

/** What is known of where and with what somebody watches. Empty if it is not known. */
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

/** A view in a list. Times are in seconds, unless their names say otherwise. */
export const viewItem = z.object({
  id: uuid,
  startedAt: time,
  contentId: uuid,
  /** Of the video or live stream. Null if it is deleted. */
  name: z.nullable(z.string()),
  ...beaconFacts,
  /** It showed a picture. */
  hasStarted: z.boolean(),
  /** An error ended it. */
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
  /** Requests of its player by 10 seconds, of the last 14 days. Only known if the player says which view they are for. */
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
  /** What its player reported, in order. */
  events: z.array(
    z.object({
      seq: z.number(),
      type: z.enum(viewEventTypes),
      at: time,
      /** Since the start of the view, in seconds. */
      elapsed: z.number(),
      /** The furthest place in the video so far. */
      position: z.number(),
      watchTime: z.number(),
      rebufferTime: z.number(),
      /** Such as the height of a quality. */
      value: z.nullable(z.number()),
      errorCode: z.nullable(z.string()),
    }),
  ),
})
export type ViewDetails = z.infer<typeof viewDetails>

export const viewList = z.object({
  items: z.array(viewItem),
  /** Give it as `before` to get older ones. Null if there are none. */
  next: z.nullable(z.string()),
})

/** What else can be asked of errors. */
export const errorParts = {
  /** In the time before, as long as the range; only with `compareWithPeriod`. */
  previousFailures: z.optional(z.number()),
  /** With `groupBy`, the largest first. */
  rows: z.optional(
    z.array(
      z.object({
        key: z.string(),
        /** Of a content, a live stream or a custom URL. Null if it is deleted. */
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
      /** Of them, before the first picture. */
      startupFailures: z.number(),
      viewers: z.number(),
      /** Of all views, from 0 to 1. */
      share: z.number(),
      lastAt: time,
      ...errorParts,
    }),
  ),
})
export type ViewErrors = z.infer<typeof viewErrors>
