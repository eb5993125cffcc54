/** Kind of content that a channel plays. */
export const adStreamTypes = ['video', 'live'] as const
export type AdStreamType = (typeof adStreamTypes)[number]

/** Position of a break: before, in or after the video. */
export const adBreakKinds = ['preroll', 'midroll', 'postroll'] as const
export type AdBreakKind = (typeof adBreakKinds)[number]

/** Reasons for which a break has no ads or an ad is not inserted. */
export const adSkipReasons = [
  'server-timeout',
  'server-failed',
  'server-paused',
  'address-refused',
  'answer-too-large',
  'answer-invalid',
  'version-unsupported',
  'too-many-wrappers',
  'no-ads',
  'no-campaign',
  'no-media',
  'too-long',
  'preparing',
  'creative-failed',
  'capped',
  'used-up',
  'competing',
  'blocked-category',
  'underfilled',
  'suppressed',
] as const
export type AdSkipReason = (typeof adSkipReasons)[number]

/** Outcome of a request to an ad server. `ads`: the answer has ads, wrappers or VMAP breaks. `empty`: a valid answer without
 * ads. */
export const adRequestOutcomes = [
  'ads',
  'empty',
  'server-timeout',
  'server-failed',
  'address-refused',
  'answer-too-large',
  'answer-invalid',
  'version-unsupported',
] as const
export type AdRequestOutcome = (typeof adRequestOutcomes)[number]

/** Breaks of a live stream that get no ads: none, breaks soon after the viewer joins (`ahead`), or breaks that began too long
 * before (`behind`). */
export const adAvailSuppressions = ['none', 'ahead', 'behind'] as const

/** Availability of the ad servers of a channel. */
export const adServerStates = ['answering', 'failing'] as const
export type AdServerState = (typeof adServerStates)[number]

/** Kinds of videos that a channel itself adds to a break. */
export const adFillers = ['house', 'bumper', 'slate'] as const
export type AdFiller = (typeof adFillers)[number]

/** Identity by which a viewer is recognized. `session`: analytics keeps viewers private, so only within one session. */
export const adViewerRecognitions = ['address-and-browser', 'session', 'unknown'] as const

/** Progress events in order, each with the share of the ad after which it happens. */
export const adEventShares = [
  ['impression', 0],
  ['start', 0],
  ['firstQuartile', 0.25],
  ['midpoint', 0.5],
  ['thirdQuartile', 0.75],
  ['complete', 1],
] as const

/** Events that ad servers can track. */
export const adTrackingEvents = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'skip',
  'click',
  'customClick',
  'pause',
  'resume',
  'mute',
  'unmute',
  'fullscreen',
  'exitFullscreen',
  'error',
] as const
export type AdTrackingEvent = (typeof adTrackingEvents)[number]

/** Events that reports of campaigns count, even if no ad server tracks them. */
export const adCountedEvents = [
  'impression',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'click',
] as const
export type AdCountedEvent = (typeof adCountedEvents)[number]

/** Source of progress events. `server`: the server, when the viewer can have reached an event that it has delivered, and the player
 * has requested something since. Kinora's player reports when it shows the event. `player`: Kinora's player only. `delivery`: the server, when it
 * delivers a segment of an ad, even if the viewer leaves before, like other servers that stitch ads. */
export const adTrackings = ['server', 'player', 'delivery'] as const

/** Use of campaigns in breaks. `rest`: fill the time that ads of the ad server leave. `first`: before ads of the ad server. */
export const adCampaignUses = ['none', 'rest', 'first'] as const

/** State of a tracking request. `unknown`: there was no response, so it may have counted and is not sent again. */
export const adTrackingStates = ['waiting', 'sent', 'failed', 'unknown'] as const

export const adCreativeStates = ['preparing', 'ready', 'failed'] as const

/** Reasons for which an SCTE-35 message is refused. */
export const scte35Reasons = [
  'text',
  'too-long',
  'truncated',
  'table',
  'length',
  'checksum',
  'version',
  'command',
  'descriptor',
] as const
export type Scte35Reason = (typeof scte35Reasons)[number]

/** Kinds of suggested places for breaks: start of a chapter or of a scene. */
export const adPlaceKinds = ['chapter', 'scene'] as const

/** State of the search for places in a video. */
export const adPlaceStates = ['none', 'finding', 'ready', 'failed'] as const
