import { defineVocabulary } from '../vocabulary.ts'

export const campaignVocabulary = defineVocabulary({
  objects: {
    advertiser: ['Settings', 'Adv Tenant OnBoarding', 'read'],
    campaign: ['Ad Insertion', 'Campaign', 'read'],
    campaign_creative: ['Ad Insertion', 'Campaign', 'read'],
  },
  events: {
    'video.campaign_creative.submitted': 'campaign_creative',
    'video.campaign_creative.approved': 'campaign_creative',
    'video.campaign_creative.rejected': 'campaign_creative',
  },
  eventGroups: { campaigns: ['campaign_creative'] },
  auditActions: [
    'advertiser.created',
    'advertiser.updated',
    'advertiser.enabled',
    'advertiser.disabled',
    'advertiser.deleted',
    'campaign.created',
    'campaign.updated',
    'campaign.paused',
    'campaign.resumed',
    'campaign.deleted',
    'campaign_creative.submitted',
    'campaign_creative.updated',
    'campaign_creative.approved',
    'campaign_creative.rejected',
    'campaign_creative.deleted',
  ],
})
