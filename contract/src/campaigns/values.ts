/** State of a campaign. `draft`: no creative is approved. `paused`: a person paused it, or the advertiser is disabled. `ended`:
 * its end has passed, or all impressions are delivered. */
export const campaignStates = ['draft', 'scheduled', 'active', 'paused', 'ended'] as const
export type CampaignState = (typeof campaignStates)[number]

export const creativeReviewStates = ['waiting', 'approved', 'rejected'] as const
export type CreativeReviewState = (typeof creativeReviewStates)[number]

/** Device types for targeting, with the names that analytics uses. */
export const campaignDeviceTypes = ['phone', 'tablet', 'computer', 'tv', 'console'] as const

export const campaignLimits = {
  /** Campaigns of an environment. */
  campaigns: 2000,
  /** Creatives, target countries and target tags of a campaign. */
  creatives: 20,
  countries: 250,
  tags: 50,
  tagLength: 100,
  /** Target videos and live streams of a campaign, and its target ad channels. */
  chosen: 50,
  highestPriority: 10,
  /** Views and hours of a campaign's frequency cap. */
  viewerViews: 100,
  viewerHours: 720,
  impressions: 1_000_000_000,
  /** Price of a thousand impressions, in millionths of the currency. */
  cpmMicros: 10_000_000_000,
  reasonLength: 500,
  noteLength: 2000,
  /** Length of a report, in days. */
  reportDays: 366,
  skipAfterS: 300,
  /** Size of a file that the console previews. */
  previewBytes: 100_000_000,
} as const
