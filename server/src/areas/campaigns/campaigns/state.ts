import type { CampaignState } from '@kinora/contract'

export interface CampaignFacts {
  readonly enabled: boolean
  readonly advertiserEnabled: boolean
  readonly startsAt: Date
  readonly endsAt: Date
  readonly totalImpressions: number | null
  readonly impressions: number
  readonly approvedCreatives: number
}

/** Current state of a campaign. Only active campaigns are shown. */
export function campaignState(campaign: CampaignFacts, now: Date): CampaignState {
  const { enabled, advertiserEnabled, startsAt, endsAt, totalImpressions, impressions } = campaign
  if (endsAt <= now || (totalImpressions !== null && impressions >= totalImpressions)) return 'ended'
  if (!enabled || !advertiserEnabled) return 'paused'
  if (campaign.approvedCreatives === 0) return 'draft'
  return startsAt > now ? 'scheduled' : 'active'
}
