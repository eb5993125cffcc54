import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const portraitFeature = defineFeature({
  modules: { 'Portrait Pro': ['Portrait'] },
  meters: { portrait: 'ms' },
  problems: {
    'portrait-busy': { status: 409, title: 'This portrait is being made' },
    'portrait-not-looked': { status: 409, title: 'The people of this video have not been found yet' },
  },
})
