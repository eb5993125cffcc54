import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const billingFeature = defineFeature({
  modules: { Settings: ['Billing'] },
  // The wallet pays for all videos.
  unfiltered: ['Billing'],
  problems: {
    'wallet-empty': {
      status: 402,
      title: 'The wallet of this organization is empty. Add money in Settings, Billing.',
    },
    'spend-cap-reached': {
      status: 402,
      title: 'The spend cap of this organization is reached. Raise it to continue.',
    },
  },
})
