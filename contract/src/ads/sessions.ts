import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, idParams, time, uuid } from '../common.ts'
import { base, channels } from './base.ts'
import {
  adBreakKinds,
  adFillers,
  adSkipReasons,
  adTrackingEvents,
  adTrackingStates,
  adViewerRecognitions,
} from './values.ts'

/** ISO 3166. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/))

const adSession = z.object({
  id: uuid,
  channelId: uuid,
  startedAt: time,
  userAgent: z.string(),
  /** ISO 3166; empty if it is not known. */
  country: z.string(),
  deviceType: z.string(),
  /** Breaks that were asked for, ads in them, and ads whose first segment was delivered. */
  breaks: z.number(),
  ads: z.number(),
  impressions: z.number(),
})
export type AdSession = z.infer<typeof adSession>

const offeredAd = z.object({
  /** The ID of the ad server. */
  adId: z.nullable(z.string()),
  title: z.nullable(z.string()),
  adSystem: z.nullable(z.string()),
  mediaUrl: z.nullable(z.string()),
  durationS: z.nullable(z.number()),
  /** Null if it was inserted. */
  skipped: z.nullable(z.enum(adSkipReasons)),
  /** Set for a video of the channel itself. */
  filler: z.nullable(z.enum(adFillers)),
  /** Set for an ad of a campaign. */
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
  /** Seconds of the video before it; 0 in a live stream. */
  at: z.number(),
  /** When it began in a live stream. */
  beganAt: z.nullable(time),
  availableS: z.number(),
  filledS: z.number(),
  /** Why the break has no ads; null if it has some, or a reason of each of its own. */
  reason: z.nullable(z.enum(adSkipReasons)),
  tookMs: z.number(),
  offered: z.array(offeredAd),
  /** Requests to ad servers in order, with the start of each answer. After a day, without their queries and answers. */
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
  /** What its browser says; empty if that is not known. */
  device: z.string(),
  os: z.string(),
  browser: z.string(),
  /** How the viewer is known from other sessions, for frequency caps and unique viewers. */
  recognizedBy: z.enum(adViewerRecognitions),
  decisions: z.array(adDecision),
})
export type AdSessionDetails = z.infer<typeof adSessionDetails>

const path = `${base}/ssai/:id/sessions`

export const tryAdChannelBody = z.object({
  /** Where and with what the viewer would watch; that of the caller if it is left out. */
  country: z.optional(country),
  deviceType: z.optional(z.string().check(z.maxLength(20))),
  /** Parameters of the playback URL, such as `kv.genre` or `gdpr_consent`. */
  params: z._default(z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(4000))), {}),
})

export const adSessionCalls = {
  tryAdChannel: call({
    method: 'POST',
    path: `${base}/ssai/:id/try`,
    summary:
      'Ask the ad servers of a channel as for a new viewer, and get what was decided. With `deviceType` they also get a usual user agent of such devices. Nothing is stored or reported to ad servers. New ads are prepared from then on.',
    caller: 'environment',
    right: channels('update'),
    params: idParams,
    body: tryAdChannelBody,
    answer: z.object({
      decisions: z.array(triedDecision),
      /** The live stream is off air, so nobody was asked. */
      isOffAir: z.boolean(),
    }),
    kind: 'json',
    status: 200,
  }),
  listAdSessions: call({
    method: 'GET',
    path,
    summary:
      'List the sessions of an ad channel, newest first. `reason` and `adId` find sessions in which a break or an ad has this reason, or this ad was offered; `withoutAds` those that got no ads. Sessions are kept for 30 days.',
    caller: 'environment',
    right: channels('read'),
    params: idParams,
    query: z.object({
      ...cursorQuery,
      /** Its start is enough. */
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
      'Get a session with each decision: what ad servers were asked and answered, which ads were inserted, why others were not, and the reports to ad servers.',
    caller: 'environment',
    right: channels('read'),
    params: z.object({ id: uuid, sessionId: uuid }),
    answer: adSessionDetails,
    kind: 'json',
    status: 200,
  }),
}
