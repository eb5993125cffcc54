import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const reportFeature = defineFeature({
  modules: { Analytics: ['Report'], 'Embed Reports': ['Embed'] },
})
