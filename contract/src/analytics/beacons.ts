import * as z from 'zod/mini'
import { call } from '../call.ts'
import { envKey, oneLine } from '../common.ts'
import { defineFeature } from '../feature.ts'

/** Types of events that players report. `heartbeat` is sent every 10 s unless playback is paused. */
export const viewEventTypes = [
  'start',
  'first-frame',
  'heartbeat',
  'play',
  'pause',
  'seek',
  'stall',
  'resume',
  'quality',
  'error',
  'end',
] as const
export type ViewEventType = (typeof viewEventTypes)[number]

export const beaconLimits = { events: 50, custom: 10, played: 50, textLength: 200, bytes: 64 * 1024 } as const

const LONGEST_MS = 366 * 86_400_000
const MOST_MS = 8.64e15
const ms = z.int().check(z.minimum(0), z.maximum(LONGEST_MS))
const pixels = z.int().check(z.minimum(0), z.maximum(100 * LONGEST_MS))
const times = z.int().check(z.minimum(0), z.maximum(1_000_000))
const second = z.int().check(z.minimum(0), z.maximum(LONGEST_MS / 1000))
const textOf = (length: number) => z.string().check(z.maxLength(length), oneLine)
const text = textOf(beaconLimits.textLength)
/** Milliseconds since 1970 by the player's clock. */
const moment = z.int().check(z.minimum(0), z.maximum(MOST_MS))

/**
 * An event of a view. Its numbers are totals since the start of the view, so the event with the highest `seq` is
 * complete, even if others were lost, late or sent twice.
 */
export const viewEvent = z.object({
  type: z.enum(viewEventTypes),
  viewId: z.uuid(),
  /** 0 for the first event of the view. */
  seq: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  at: moment,
  /** Time since the start of the view. */
  elapsedMs: ms,
  playbackId: z.string().check(z.regex(/^[A-Za-z0-9]{10,40}$/)),
  /** ID of a visit: all views in a browser tab until 30 minutes pass without one. */
  sessionId: z.uuid(),
  /** A random ID of the browser, or the page's own ID of its user. Only a hash is stored. */
  viewerId: text.check(z.minLength(1)),
  programme: z._default(text, ''),
  partner: z._default(text, ''),
  /** Values of the custom dimensions that the page sets. The first one is `custom1`. */
  custom: z._default(z.array(text).check(z.maxLength(beaconLimits.custom)), []),
  /** The device model, for browsers whose user agent no longer contains it. */
  model: z._default(textOf(100), ''),
  playerVersion: z._default(textOf(40), ''),
  /** Host of the page that embeds the player. */
  pageHost: z._default(textOf(253), ''),
  /** Time from play to the first frame. Null until the first frame. */
  startupMs: z.nullable(ms),
  /** Time spent playing, rebuffering or seeking. */
  watchMs: ms,
  playedMs: ms,
  /** Time spent rebuffering. Seeks do not count. */
  rebufferMs: ms,
  rebuffers: times,
  seekMs: ms,
  seeks: times,
  /** Declared bitrate of the renditions × time played, in kbit. */
  kbit: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  /** Part of `playedMs` with a known bitrate. Null from older players: then all of it counts if `kbit` is above 0. */
  ratedMs: z._default(z.nullable(ms), null),
  /** Upscaling factor (0.5 if the video is displayed 50% larger than its resolution) × time played. */
  upscaledMs: z._default(pixels, 0),
  downscaledMs: z._default(pixels, 0),
  /** When the current frame of a live stream was captured, by the server's clock. */
  mediaAt: z._default(z.nullable(moment), null),
  positionS: z.number().check(z.minimum(0), z.maximum(MOST_MS / 1000)),
  /** Ranges of the video that the view has played, in whole seconds: `[from, to]`. */
  played: z._default(z.array(z.tuple([second, second])).check(z.maxLength(beaconLimits.played)), []),
  /** Value of some event types: the new video height of a `quality` event. */
  value: z._default(z.nullable(z.number()), null),
  /** Code of an `error` event, which ends the view. */
  errorCode: z._default(z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))), null),
})
export type ViewEvent = z.infer<typeof viewEvent>

/** Keeps the valid events, so that an invalid one costs no others. Without a valid one all are refused. */
function validOf(given: unknown): unknown {
  if (!Array.isArray(given) || given.length > beaconLimits.events) return given
  const valid = given.filter((event) => viewEvent.safeParse(event).success)
  return valid.length > 0 ? valid : given
}

/** The body of a report of a player. */
export const beacon = z.object({
  /** Key of the environment. With a key, events of other environments are ignored. */
  envKey: z.optional(envKey),
  /** Time of sending by the player's clock. The server corrects the times of the events by it. */
  sentAt: moment,
  events: z.pipe(
    z.transform(validOf),
    z.array(viewEvent).check(z.minLength(1), z.maxLength(beaconLimits.events)),
  ),
})
export type Beacon = z.infer<typeof beacon>

const beaconCalls = {
  sendBeacon: call({
    method: 'POST',
    path: '/beacon/v1/views',
    summary:
      'Report view events from a player. Repeated events count once. Events with unknown playback IDs, with those of another environment than that of `envKey`, and invalid ones beside valid ones, are ignored. Any player can report: `envKey` is the public key of the environment, which the console shows.',
    caller: 'none',
    body: beacon,
    kind: 'empty',
    status: 204,
    problems: ['beacons-full'],
    maxBodyBytes: beaconLimits.bytes,
    // A school or a company can have one address.
    perMinute: 6000,
  }),
}

export const beaconFeature = defineFeature({
  calls: beaconCalls,
  problems: {
    'beacons-full': { status: 503, title: 'View events cannot be accepted now. Try again later' },
  },
})
