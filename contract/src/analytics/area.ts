import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const analyticsFeature = defineFeature({
  modules: {
    Analytics: ['Views'],
    'Adv Analytics': ['Performance', 'Video Analytics'],
  },
  meters: { streaming: 'ms' },
  problems: {
    'warehouse-away': { status: 503, title: 'Analytics data is temporarily unavailable' },
    'dimension-not-possible': { status: 400, title: 'This metric is not available for this dimension' },
    'range-too-long': { status: 400, title: 'The time range is too long for this interval' },
    'export-interrupted': { status: 503, title: 'The export was interrupted' },
  },
})
