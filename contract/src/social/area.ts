import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const socialFeature = defineFeature({
  modules: { Videos: ['Social Publish'], Settings: ['Social Media Account'] },
  // Accounts and apps are those of all videos.
  unfiltered: ['Social Media Account'],
  problems: {
    'social-not-set-up': {
      status: 409,
      title: 'This network is not set up: an administrator enters its app first',
    },
    'social-refused': { status: 409, title: 'The network refused' },
    'social-unreachable': { status: 409, title: 'The network could not be reached' },
  },
})
