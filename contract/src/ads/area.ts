import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const adsFeature = defineFeature({
  modules: {
    'Ad Insertion': ['Channel'],
  },
  meters: { ads: 'count' },
  eventGroups: {
    ads: ['ad_channel'],
  },
})
