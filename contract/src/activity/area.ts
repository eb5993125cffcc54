import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const activityFeature = defineFeature({
  modules: {
    'Events and Logs': ['Event', 'Log'],
    Settings: ['Webhook'],
  },
  // Webhooks send the events of all videos.
  unfiltered: ['Webhook'],
  eventGroups: {
    organization: ['webhook'],
  },
})
