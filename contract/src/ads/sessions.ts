import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, channels } from './base.ts'
import {
  adBreakKinds,
  adFillers,
  adSkipReasons,
  adTrackingEvents,
  adTrackingStates,
  adViewerRecognitions,
} from './values.ts'

/** ISO 3166-1 alpha-2 code. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/))

const adSession = z.object({
  id: uuid,
  channelId: uuid,
  startedAt: time,
  userAgent: z.string(),
  /** ISO 3166-1 alpha-2 code. Empty if unknown. */
  country: z.string(),
  deviceType: z.string(),
  /** Number of decided breaks. `ads` counts inserted ads, `impressions` ads whose first segment was delivered. */
  breaks: z.number(),
  ads: z.number(),
  impressions: z.number(),
})
export type AdSession = z.infer<typeof adSession>

const offeredAd = z.object({
  /** ID that the ad server gives the ad. */
  adId: z.nullable(z.string()),
  title: z.nullable(z.string()),
  adSystem: z.nullable(z.string()),
  mediaUrl: z.nullable(z.string()),
  durationS: z.nullable(z.number()),
  /** Null if it was inserted. */
  skipped: z.nullable(z.enum(adSkipReasons)),
  /** Set for a house ad, bumper or slate of the channel. */
  filler: z.nullable(z.enum(adFillers)),
  /** Set for a campaign's ad. */
  campaignId: z.nullable(z.string()),
})

const trackingRequest = z.object({
  ad: z.number(),
  event: z.enum(adTrackingEvents),
  url: z.string(),
  state: z.enum(adTrackingStates),
  attempts: z.number(),
  /** HTTP status of the last answer; null if there was none. */
  status: z.nullable(z.number()),
  at: time,
})

const decisionFields = {
  position: z.number(),
  kind: z.enum(adBreakKinds),
  /** Seconds from the start of the video. 0 in a live stream. */
  at: z.number(),
  /** Start of a live break. Null in a video. */
  beganAt: z.nullable(time),
  availableS: z.number(),
  filledS: z.number(),
  /** Reason for which the break has no ads. Null if it has ads, or if each offered ad has its own reason. */
  reason: z.nullable(z.enum(adSkipReasons)),
  tookMs: z.number(),
  offered: z.array(offeredAd),
  /** Requests to ad servers in order, with the beginning of each answer. Queries and answers are deleted after a day. */
  exchanges: z.array(
    z.object({
      url: z.string(),
      status: z.nullable(z.number()),
      tookMs: z.number(),
      fault: z.nullable(z.string()),
      answer: z.string(),
    }),
  ),
}
const adDecision = z.object({ ...decisionFields, beacons: z.array(trackingRequest) })
const triedDecision = z.object(decisionFields)
export type AdDecision = z.infer<typeof triedDecision>

export const adSessionDetails = z.object({
  ...adSession.shape,
  /** Device, operating system and browser by the user agent. Empty if unknown. */
  device: z.string(),
  os: z.string(),
  browser: z.string(),
  /** Identity by which other sessions of the viewer are found, for frequency caps and unique viewers. */
  recognizedBy: z.enum(adViewerRecognitions),
  decisions: z.array(adDecision),
})
export type AdSessionDetails = z.infer<typeof adSessionDetails>

const path = `${base}/ssai/:id/sessions`

export const tryAdChannelBody = z.object({
  /** Country and device of the simulated viewer. Default: country and device of the caller. */
  country: z.optional(country),
  deviceType: z.optional(z.string().check(z.maxLength(20))),
  /** Parameters of the playback URL, such as `kv.genre` or `gdpr_consent`. */
  params: z._default(z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(4000))), {}),
})

const adSessionCalls = {
  tryAdChannel: call({
    method: 'POST',
    path: `${base}/ssai/:id/try`,
    summary:
      'Test an ad channel: request ads for a simulated new viewer, and get the decisions. With `deviceType`, ad servers also get a typical user agent of this device type. Nothing is stored, and no tracking requests are sent. New ads are prepared for later sessions.',
    caller: 'environment',
    right: channels('update'),
    params: idParams,
    body: tryAdChannelBody,
    answer: z.object({
      decisions: z.array(triedDecision),
      /** Whether the live stream is off air. Then no ad server is asked. */
      isOffAir: z.boolean(),
    }),
    kind: 'json',
    status: 200,
  }),
  listAdSessions: call({
    method: 'GET',
    path,
    summary:
      'List the sessions of an ad channel, newest first. `reason` finds sessions in which a break or an ad has this reason, `adId` sessions in which this ad was offered, and `withoutAds` sessions without ads. Sessions are kept for 30 days.',
    caller: 'environment',
    right: channels('read'),
    params: idParams,
    query: z.object({
      ...cursorQuery,
      /** Complete ID or its beginning. */
      sessionId: z.optional(z.string().check(z.regex(/^[\da-f-]{4,36}$/))),
      country: z.optional(country),
      deviceType: z.optional(z.string().check(z.maxLength(20))),
      reason: z.optional(z.enum(adSkipReasons)),
      adId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      withoutAds: z._default(z.boolean(), false),
      from: z.optional(time),
      to: z.optional(time),
    }),
    answer: cursorPage(adSession),
    kind: 'json',
    status: 200,
  }),
  getAdSession: call({
    method: 'GET',
    path: `${path}/:sessionId`,
    summary:
      'Get a session with its decisions: requests to ad servers and their answers, inserted ads, skipped ads with reasons, and tracking requests.',
    caller: 'environment',
    right: channels('read'),
    params: z.object({ id: uuid, sessionId: uuid }),
    answer: adSessionDetails,
    kind: 'json',
    status: 200,
  }),
}

export const adSessionFeature = defineFeature({
  calls: adSessionCalls,
})
