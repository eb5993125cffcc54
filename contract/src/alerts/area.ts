import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const alertsFeature = defineFeature({
  modules: { Alerts: ['Alert'] },
  // Alerts name all streams, and figures of all views.
  unfiltered: ['Alert'],
  eventGroups: { alerts: ['alert', 'alert_incident', 'alert_channel'] },
})
