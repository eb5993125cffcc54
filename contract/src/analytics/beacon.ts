import * as z from 'zod/mini'
import { call } from '../call.ts'
import { defineFeature } from '../feature.ts'

/** What happened in a view, as its player says. `heartbeat` comes every 10 s while the player is in use. */
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

const WEEK_MS = 7 * 86_400_000
const MOST_MS = 8.64e15
const ms = z.int().check(z.minimum(0), z.maximum(WEEK_MS))
const pixels = z.int().check(z.minimum(0), z.maximum(100 * WEEK_MS))
const times = z.int().check(z.minimum(0), z.maximum(1_000_000))
const second = z.int().check(z.minimum(0), z.maximum(WEEK_MS / 1000))
const text = z.string().check(z.maxLength(beaconLimits.textLength))
/** Milliseconds since 1970 by the player's clock. */
const moment = z.int().check(z.minimum(0), z.maximum(MOST_MS))

/**
 * An event of a view. Numbers are totals since the start of the view, so that an event that is lost, late or sent twice
 * changes nothing in the end: the one with the highest `seq` says all.
 */
export const viewEvent = z.object({
  type: z.enum(viewEventTypes),
  viewId: z.uuid(),
  /** 0 for the first event of the view. */
  seq: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  at: moment,
  /** Since the start of the view. */
  elapsedMs: ms,
  playbackId: z.string().check(z.regex(/^[A-Za-z0-9]{10,40}$/)),
  /** A visit: the same for all views of a tab until 30 minutes without one. */
  sessionId: z.uuid(),
  /** A random ID of the browser, or what the page says about its user. Stored as a hash only. */
  viewerId: z.string().check(z.minLength(1), z.maxLength(beaconLimits.textLength)),
  programme: z._default(text, ''),
  partner: z._default(text, ''),
  /** What else the page says about its views: the first is `custom1`. */
  custom: z._default(z.array(text).check(z.maxLength(beaconLimits.custom)), []),
  /** The model of the device, where user agents no longer say it. */
  model: z._default(z.string().check(z.maxLength(100)), ''),
  playerVersion: z._default(z.string().check(z.maxLength(40)), ''),
  /** The host of the page that the player is in. */
  pageHost: z._default(z.string().check(z.maxLength(253)), ''),
  /** From the first wish to play to the first moving picture. Null before it. */
  startupMs: z.nullable(ms),
  /** Time in use: playing, stalled or seeking. */
  watchMs: ms,
  playedMs: ms,
  /** Stalls, other than those of seeks. */
  rebufferMs: ms,
  rebuffers: times,
  seekMs: ms,
  seeks: times,
  /** The bit rates of the playlist over the time played, in kbit. */
  kbit: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  /** Of the time played, that with a known bit rate. Null of older players: then it is all of it, if there are bits. */
  ratedMs: z._default(z.nullable(ms), null),
  /** The part by which the picture was larger than its pixels (0.5 for half as large again), over the time played. */
  upscaledMs: z._default(pixels, 0),
  downscaledMs: z._default(pixels, 0),
  /** When the picture was taken, by the server's clock, in live streams. */
  mediaAt: z._default(z.nullable(moment), null),
  positionS: z.number().check(z.minimum(0), z.maximum(MOST_MS / 1000)),
  /** The parts of a video that this view has played, in whole seconds: `[from, to]`. */
  played: z._default(z.array(z.tuple([second, second])).check(z.maxLength(beaconLimits.played)), []),
  /** Such as the height of a quality. */
  value: z._default(z.nullable(z.number()), null),
  /** Of an `error`, which ends the view. */
  errorCode: z._default(z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))), null),
})
export type ViewEvent = z.infer<typeof viewEvent>

/** What a player sends. */
export const beacon = z.object({
  /** By the player's clock, so that the server can correct it. */
  sentAt: moment,
  events: z.array(viewEvent).check(z.minLength(1), z.maxLength(beaconLimits.events)),
})
export type Beacon = z.infer<typeof beacon>

const beaconCalls = {
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
    // A school or a company can have one address.
    perMinute: 6000,
  }),
}

export const beaconFeature = defineFeature({
  calls: beaconCalls,
  problems: {
    'beacons-full': { status: 503, title: 'Views cannot be counted now. Try again later' },
  },
})
