import * as z from 'zod/mini'
import { call } from '../call.ts'
import { playbackRefusals } from '../delivery/index.ts'
import { defineFeature } from '../feature.ts'
import { adBreakKinds, adTrackingEvents, adTrackings } from './values.ts'

const index = z.int().check(z.minimum(0), z.maximum(9999))

const shownAd = z.object({
  /** Index of the ad in its break, for `reportAdEvents`. */
  ad: index,
  /** Start of the ad in the session's playlist, in seconds. In guided mode, in seconds from the start of the break. */
  at: z.number(),
  durationS: z.number(),
  title: z.nullable(z.string()),
  /** URL of the advertiser's landing page. */
  clickThroughUrl: z.nullable(z.string()),
  /** Seconds after which viewers can skip the ad. Null if they cannot. */
  skipAfterS: z.nullable(z.number()),
  /** Events that the ad server or the campaign tracks. */
  events: z.array(z.enum(adTrackingEvents)),
})

const shownBreak = z.object({
  break: index,
  kind: z.enum(adBreakKinds),
  /** Start of the break in the session's playlist, in seconds. In guided mode, in seconds from the start of the video. */
  at: z.number(),
  durationS: z.number(),
  /** Length of the part of the video that the break replaces, in seconds. */
  replacesS: z.number(),
  ads: z.array(shownAd),
})

export const sessionAds = z.object({
  /** Whether viewers can seek past ads that they have not watched. */
  allowSeekOverAds: z.boolean(),
  tracking: z.enum(adTrackings),
  /** Whether the session plays a live stream. Then breaks are added while it plays, and all times are Unix times, in seconds, by
   * the program date-time of the playlist. */
  isLive: z.boolean(),
  /** Breaks with ads, in order. In guided mode also breaks whose ads are not known yet. */
  breaks: z.array(shownBreak),
})
export type SessionAds = z.infer<typeof sessionAds>
export type ShownBreak = z.infer<typeof shownBreak>
export type ShownAd = z.infer<typeof shownAd>

const verification = z.object({ vendor: z.string(), resource: z.string(), parameters: z.string() })

/** Open Measurement scripts of an ad in an asset list, for the player to run (SVTA 2053-2). */
const assetSignaling = z.object({
  version: z.literal(2),
  type: z.literal('slot'),
  payload: z.array(
    z.object({
      type: z.literal('linear'),
      start: z.number(),
      duration: z.number(),
      identifiers: z.array(z.never()),
      /** Empty because the server sends tracking requests. */
      tracking: z.array(z.never()),
      verifications: z.array(verification),
    }),
  ),
})

const asset = z.object({ URI: z.string(), DURATION: z.number(), 'X-AD-CREATIVE-SIGNALING': assetSignaling })
const assetList = z.object({ ASSETS: z.array(asset) })
export type AssetList = z.infer<typeof assetList>
export type AssetSignaling = AssetList['ASSETS'][number]['X-AD-CREATIVE-SIGNALING']

/** Events that players report. Errors are found by the server. */
const reportedEvents = adTrackingEvents.filter((event) => event !== 'error')

const reportedEvent = z.object({ break: index, ad: index, event: z.enum(reportedEvents) })
export type ReportedAdEvent = z.infer<typeof reportedEvent>

export const adEventsBody = z.object({
  events: z.array(reportedEvent).check(z.minLength(1), z.maxLength(20)),
})

const path = '/play/:playbackId/s/:session'
const playbackId = z.string().check(z.regex(/^[A-Za-z0-9]{10,40}$/))
const session = z.string().check(z.maxLength(160))
const params = z.object({ playbackId, session })
const query = z.looseObject({ token: z.optional(z.string().check(z.maxLength(4096))) })

/** Calls that players make for a session with ads. The multivariant playlist has the signed path of the session. */
const adViewingCalls = {
  getSessionAds: call({
    method: 'GET',
    path: `${path}/ads.json`,
    summary:
      'Get the ads of a playback session: their times, titles and click-through URLs, and when they can be skipped.',
    caller: 'none',
    params,
    query,
    answer: sessionAds,
    kind: 'json',
    status: 200,
    problems: playbackRefusals,
  }),
  getAssetList: call({
    method: 'GET',
    path: `${path}/breaks/:position.json`,
    summary:
      'Get the ads of a break as an asset list for HLS interstitials. Playlists of a session with `ads=guided` refer to it. It is empty if the break has no ads.',
    caller: 'none',
    params: z.object({ ...params.shape, position: index }),
    query,
    answer: assetList,
    kind: 'json',
    status: 200,
    problems: playbackRefusals,
  }),
  reportAdEvents: call({
    method: 'POST',
    path: `${path}/events`,
    summary:
      'Report events of ads in a playback session. Each event of an ad counts once, even if it is reported again. Progress, such as `impression`, counts by its report only with the tracking `player`. With `server` it counts if the server has delivered the segment of the event, and from then on the session counts only reported progress. With `delivery` it is ignored.',
    caller: 'none',
    params,
    query,
    body: adEventsBody,
    kind: 'empty',
    status: 204,
    problems: [...playbackRefusals, 'ad-not-in-session'],
    maxBodyBytes: 4096,
    // All viewers of a school or company can share one address.
    perMinute: 6000,
  }),
}

export const adViewingFeature = defineFeature({
  calls: adViewingCalls,
  problems: {
    'ad-not-in-session': { status: 422, title: 'This ad is not in the session' },
  },
})
