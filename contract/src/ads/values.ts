/** What a channel plays. */
export const adStreamTypes = ['video', 'live'] as const
export type AdStreamType = (typeof adStreamTypes)[number]

/** What a break is: before the video, in it, or after it. */
export const adBreakKinds = ['preroll', 'midroll', 'postroll'] as const
export type AdBreakKind = (typeof adBreakKinds)[number]

/** Why a break has no ads, or an ad was not inserted. */
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
  'competing',
  'blocked-category',
  'underfilled',
  'suppressed',
] as const
export type AdSkipReason = (typeof adSkipReasons)[number]

/** What became of a request to an ad server: it was answered with ads or where there are some, without ads, or not at all. */
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

/** Which breaks of a live stream a channel leaves alone: none, those soon after a viewer joins, or those long before. */
export const adAvailSuppressions = ['none', 'ahead', 'behind'] as const

/** How the ad servers of a channel answer. */
export const adServerStates = ['answering', 'failing'] as const
export type AdServerState = (typeof adServerStates)[number]

/** Videos of a channel that no ad server offers. */
export const adFillers = ['house', 'bumper', 'slate'] as const
export type AdFiller = (typeof adFillers)[number]

/** How a viewer of ads is known: by a hash of address and browser, in one session only where viewers are private, or not. */
export const adViewerRecognitions = ['address-and-browser', 'session', 'unknown'] as const

/** When events of an ad happen that is watched, as shares of it. In order. */
export const adEventShares = [
  ['impression', 0],
  ['start', 0],
  ['firstQuartile', 0.25],
  ['midpoint', 0.5],
  ['thirdQuartile', 0.75],
  ['complete', 1],
] as const

/** Events of an ad that are reported to ad servers. */
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

/** Events that count for campaigns, whether or not an ad server wants a report. */
export const adCountedEvents = [
  'impression',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'click',
] as const
export type AdCountedEvent = (typeof adCountedEvents)[number]

/** Who counts what viewers see: the server, when it delivers the parts of an ad, or the player, when it shows them. */
export const adTrackings = ['server', 'player'] as const

/** When a channel shows campaigns: never, in what its ad server leaves of a break, or before ads of its ad server. */
export const adCampaignUses = ['none', 'rest', 'first'] as const

/** `waiting`: not sent yet. `unknown`: there was no answer, so it may have counted and is not sent again. */
export const adTrackingStates = ['waiting', 'sent', 'failed', 'unknown'] as const

export const adCreativeStates = ['preparing', 'ready', 'failed'] as const

/** Why a message of SCTE 35 is refused. */
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

/** What a place for a break is in the video. */
export const adPlaceKinds = ['chapter', 'scene'] as const

/** How far the search for places in a video is. */
export const adPlaceStates = ['none', 'finding', 'ready', 'failed'] as const
