import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const alertsFeature = defineFeature({
  modules: { Alerts: ['Alert'] },
  eventGroups: { alerts: ['alert', 'alert_incident'] },
})
