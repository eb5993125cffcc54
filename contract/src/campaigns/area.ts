import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const campaignsFeature = defineFeature({
  modules: {
    'Ad Insertion': ['Campaign'],
    Settings: ['Adv Tenant OnBoarding'],
  },
  meters: { campaigns: 'count' },
  eventGroups: {
    campaigns: ['campaign_creative'],
  },
})
