import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { metadataBody, metadataEntry, playbackToken, typedTags, webAddress } from '../library/index.ts'
import { base, channels } from './base.ts'
import { adLimits } from './limits.ts'
import { adAvailSuppressions, adCampaignUses, adServerStates, adStreamTypes, adTrackings } from './values.ts'

/** A playback ID under which a video or live stream plays with ads. */
export const adChannel = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  /** ID of the video or live stream. */
  streamId: uuid,
  type: z.enum(adStreamTypes),
  streamTitle: z.string(),
  /** A disabled channel does not play. */
  enabled: z.boolean(),
  /** Availability of its ad servers in the last ten minutes. Null if there were too few decisions. */
  adServerState: z.nullable(z.enum(adServerStates)),
  preroll: z.boolean(),
  /** Maximum length of the pre-roll, in seconds. */
  maxPrerollDurationS: z.number(),
  prerollAdTagUrl: z.nullable(z.string()),
  midrollAdTagUrl: z.nullable(z.string()),
  /** Maximum time that ad servers have before a viewer sees anything, in milliseconds. The first playlist waits at most 300 ms. */
  adServerTimeoutMs: z.number(),
  /** Whether viewers can seek past ads that they have not watched. */
  allowSeekOverAds: z.boolean(),
  /** Source of progress events. `server`: Kinora's player when it shows an ad, and for other players the server, once the viewer can
   * have reached the event and the player has requested something since. `player`: only Kinora's player. `delivery`: the server,
   * when it delivers a segment of an ad, even if the viewer leaves before. */
  tracking: z.enum(adTrackings),
  /** Revenue of a thousand impressions of ads without a price, in millionths of the currency. Null if unknown. */
  cpm: z.nullable(z.number()),
  currency: z.string(),
  /** Videos for breaks in which no ad is inserted, in order, as many as fit. */
  houseAdUrls: z.array(z.string()),
  /** Short video before the ads of a break; `closingBumperUrl` is the one after them. */
  openingBumperUrl: z.nullable(z.string()),
  closingBumperUrl: z.nullable(z.string()),
  /** Video that fills the rest of a live break. Without it, viewers return to the stream after the ads. */
  slateUrl: z.nullable(z.string()),
  /** URL of a VMAP document with the ad breaks of a video. */
  vmapUrl: z.nullable(z.string()),
  /** Maximum number of views of one ad per viewer. Null for no limit. */
  frequencyCap: z.nullable(z.object({ views: z.number(), hours: z.number() })),
  /** Whether a break has at most one ad per category and advertiser. */
  competitiveSeparation: z.boolean(),
  /** Live breaks that get no ads. `ahead`: breaks that begin within `availSuppressionS` after the viewer joins. `behind`: breaks
   * that began more than `availSuppressionS` before. */
  availSuppression: z.enum(adAvailSuppressions),
  availSuppressionS: z.number(),
  /** Maximum unfilled time of a live break, in seconds. A break with more gets no ads. Null for no limit. */
  personalizationThresholdS: z.nullable(z.number()),
  /** Use of campaigns of advertisers. `rest`: after ads of the ad server. `first`: before them. */
  campaigns: z.enum(adCampaignUses),
  tags: z.array(z.string()),
  /** Metadata of the channel. Its entries are also the defaults of `[KV.key]` in ad tags. */
  metadata: z.array(metadataEntry),
  playbackId: z.string(),
  /** URL of the HLS playlist with ads. */
  finalUrl: z.string(),
  /** URL of the watch page. Parameters of the player can be added to its query. */
  playbackUrl: z.string(),
  embedUrl: z.string(),
  /** Thumbnail of the video or live stream. Null if there is none yet. */
  thumbnailUrl: z.nullable(z.string()),
  /** Set if playback of the video or live stream needs a token. */
  playbackToken,
  addedBy: z.string(),
  createdAt: time,
})
export type AdChannel = z.infer<typeof adChannel>

const adTagUrl = z.nullable(webAddress)
const houseAdUrls = z.array(webAddress).check(z.maxLength(adLimits.houseAds))
const timeout = z.int().check(z.minimum(50), z.maximum(3000))
const prerollLength = z.int().check(z.minimum(1), z.maximum(adLimits.longestBreakS))

const frequencyCap = z.nullable(
  z.object({
    views: z.int().check(z.minimum(1), z.maximum(adLimits.capViews)),
    hours: z.int().check(z.minimum(1), z.maximum(adLimits.capHours)),
  }),
)
const suppressionLength = z.int().check(z.minimum(0), z.maximum(adLimits.suppressionS))
const threshold = z.nullable(z.int().check(z.minimum(0), z.maximum(adLimits.longestBreakS)))

const cpm = z.nullable(z.int().check(z.minimum(0), z.maximum(adLimits.cpmMicros)))
/** ISO 4217 code. */
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))

export const createAdChannelBody = z.object({
  name,
  streamId: uuid,
  preroll: z._default(z.boolean(), false),
  maxPrerollDurationS: z._default(prerollLength, 30),
  prerollAdTagUrl: z._default(adTagUrl, null),
  midrollAdTagUrl: z._default(adTagUrl, null),
  adServerTimeoutMs: z._default(timeout, 1500),
  allowSeekOverAds: z._default(z.boolean(), false),
  tracking: z._default(z.enum(adTrackings), 'server'),
  cpm: z._default(cpm, null),
  currency: z._default(currency, 'USD'),
  houseAdUrls: z._default(houseAdUrls, []),
  openingBumperUrl: z._default(adTagUrl, null),
  closingBumperUrl: z._default(adTagUrl, null),
  slateUrl: z._default(adTagUrl, null),
  vmapUrl: z._default(adTagUrl, null),
  frequencyCap: z._default(frequencyCap, null),
  competitiveSeparation: z._default(z.boolean(), false),
  availSuppression: z._default(z.enum(adAvailSuppressions), 'behind'),
  availSuppressionS: z._default(suppressionLength, 0),
  personalizationThresholdS: z._default(threshold, null),
  campaigns: z._default(z.enum(adCampaignUses), 'rest'),
  metadata: z._default(metadataBody, []),
  tags: z._default(typedTags, []),
})

export const updateAdChannelBody = z.object({
  name: z.optional(name),
  preroll: z.optional(z.boolean()),
  maxPrerollDurationS: z.optional(prerollLength),
  prerollAdTagUrl: z.optional(adTagUrl),
  midrollAdTagUrl: z.optional(adTagUrl),
  adServerTimeoutMs: z.optional(timeout),
  allowSeekOverAds: z.optional(z.boolean()),
  tracking: z.optional(z.enum(adTrackings)),
  cpm: z.optional(cpm),
  currency: z.optional(currency),
  houseAdUrls: z.optional(houseAdUrls),
  openingBumperUrl: z.optional(adTagUrl),
  closingBumperUrl: z.optional(adTagUrl),
  slateUrl: z.optional(adTagUrl),
  vmapUrl: z.optional(adTagUrl),
  frequencyCap: z.optional(frequencyCap),
  competitiveSeparation: z.optional(z.boolean()),
  campaigns: z.optional(z.enum(adCampaignUses)),
  availSuppression: z.optional(z.enum(adAvailSuppressions)),
  availSuppressionS: z.optional(suppressionLength),
  personalizationThresholdS: z.optional(threshold),
  metadata: z.optional(metadataBody),
  tags: z.optional(typedTags),
})

const path = `${base}/ssai`

const changesChannel = {
  caller: 'environment',
  right: channels('update'),
  params: idParams,
  answer: adChannel,
  kind: 'json',
  status: 200,
} as const

const adChannelCalls = {
  createAdChannel: call({
    method: 'POST',
    path,
    summary:
      'Create an ad channel: a playback ID under which a video or live stream plays with ads. Ad tags are URLs that return VAST. For each viewer, these macros are replaced in them: `[CACHEBUSTING]`, `[TIMESTAMP]`, `[SESSIONID]`, `[TRANSACTIONID]`, `[SERVERSIDE]`, `[BREAKPOSITION]`, `[BREAKMAXDURATION]`; for the content `[CONTENTID]`, `[CONTENTTITLE]`, `[CONTENTTAGS]`, `[MEDIAPLAYHEAD]`, `[CONTENTPLAYHEAD]`; for device and location `[DEVICEIP]`, `[DEVICEUA]`, `[DEVICETYPE]`, `[OS]`, `[BROWSER]`, `[COUNTRY]`, `[REGION]`, `[CITY]`; and for parameters of the playback URL: `kv.name` as `[KV.name]`, all key-values as `[KEYVALUES]`, and consent and identifiers `gdpr`, `gdpr_consent`, `us_privacy`, `gpp`, `gpp_sid`, `lmt`, `ifa`, `ifa_type` as `[GDPR]`, `[GDPRCONSENT]`, `[USPRIVACY]`, `[GPP]`, `[GPPSID]`, `[LIMITADTRACKING]`, `[IFA]`, `[IFATYPE]`. Tracking URLs have the same macros, and for the ad `[ADCOUNT]`, `[PODSEQUENCE]`, `[ASSETURI]`, `[ADPLAYHEAD]` and `[ERRORCODE]`. `tracking` decides what counts as seen: with `server`, what Kinora’s player shows, and for other players what the stream has reached before their last request; with `player`, only what Kinora’s player shows; with `delivery`, all segments that are delivered, even if the viewer leaves before. The parameters `programme` and `partner` of the playback URL are labels that analytics counts ads by.',
    caller: 'environment',
    right: channels('create'),
    body: createAdChannelBody,
    answer: adChannel,
    kind: 'json',
    status: 201,
    problems: ['not-found', 'url-not-allowed', 'host-not-allowed', 'ad-channel-limit'],
  }),
  listAdChannels: call({
    method: 'GET',
    path: `${path}/paginated`,
    summary: 'List the ad channels of the environment, newest first.',
    caller: 'environment',
    right: channels('read'),
    query: z.object({
      ...pageQuery,
      phrase: z.optional(z.string().check(z.maxLength(200))),
      enabled: z.optional(z.enum(['true', 'false'])),
    }),
    answer: page(adChannel),
    kind: 'json',
    status: 200,
  }),
  getAdChannel: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get an ad channel.',
    caller: 'environment',
    right: channels('read'),
    params: idParams,
    answer: adChannel,
    kind: 'json',
    status: 200,
  }),
  listStreamAdChannels: call({
    method: 'GET',
    path: `${path}/:id/channels`,
    summary: 'List the ad channels of the video or live stream with this ID, newest first.',
    caller: 'environment',
    right: channels('read'),
    params: idParams,
    query: z.object(pageQuery),
    answer: page(adChannel),
    kind: 'json',
    status: 200,
  }),
  updateAdChannel: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Update an ad channel. Omitted fields stay unchanged. Current viewers keep their ads.',
    ...changesChannel,
    body: updateAdChannelBody,
    problems: ['url-not-allowed', 'host-not-allowed'],
  }),
  enableAdChannel: call({
    method: 'POST',
    path: `${path}/:id/enable`,
    summary: 'Enable an ad channel.',
    ...changesChannel,
  }),
  disableAdChannel: call({
    method: 'POST',
    path: `${path}/:id/disable`,
    summary: 'Disable an ad channel. It stops playing, also for current viewers.',
    ...changesChannel,
  }),
  deleteAdChannel: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an ad channel with its sessions. It stops playing at once.',
    caller: 'environment',
    right: channels('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const adChannelFeature = defineFeature({
  calls: adChannelCalls,
  problems: {
    'ad-channel-limit': { status: 409, title: 'This environment has reached its limit of ad channels' },
  },
  objects: {
    ad_channel: ['Ad Insertion', 'Channel', 'read'],
  },
  events: {
    'video.ad_channel.created': 'ad_channel',
    'video.ad_channel.updated': 'ad_channel',
    'video.ad_channel.enabled': 'ad_channel',
    'video.ad_channel.disabled': 'ad_channel',
    'video.ad_channel.deleted': 'ad_channel',
    'video.ad_channel.ad_server_failing': 'ad_channel',
    'video.ad_channel.ad_server_answering': 'ad_channel',
  },
  auditActions: [
    'ad_channel.created',
    'ad_channel.updated',
    'ad_channel.enabled',
    'ad_channel.disabled',
    'ad_channel.deleted',
  ],
})
