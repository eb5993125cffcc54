/** `draft`: no creative is approved. `paused`: by a person, or because the advertiser is disabled. `ended`: after its
 * last day, or all its impressions are delivered. */
export const campaignStates = ['draft', 'scheduled', 'active', 'paused', 'ended'] as const
export type CampaignState = (typeof campaignStates)[number]

export const creativeReviewStates = ['waiting', 'approved', 'rejected'] as const
export type CreativeReviewState = (typeof creativeReviewStates)[number]

/** Kinds of devices that campaigns can choose, as analytics names them. */
export const campaignDeviceTypes = ['phone', 'tablet', 'computer', 'tv', 'console'] as const

export const campaignLimits = {
  /** Per environment. */
  campaigns: 2000,
  /** Of one campaign. */
  creatives: 20,
  countries: 250,
  tags: 50,
  tagLength: 100,
  /** Chosen videos, live streams and ad channels, each. */
  chosen: 50,
  highestPriority: 10,
  /** Views of a campaign by one viewer. */
  viewerViews: 100,
  viewerHours: 720,
  impressions: 1_000_000_000,
  /** Of a thousand impressions, in millionths of the currency. */
  cpmMicros: 10_000_000_000,
  reasonLength: 500,
  noteLength: 2000,
  /** Longest report. */
  reportDays: 366,
  skipAfterS: 300,
  /** Of a file that is shown in the console. */
  previewBytes: 100_000_000,
} as const
