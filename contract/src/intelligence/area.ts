import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const intelligenceFeature = defineFeature({
  problems: {
    'not-analyzed': { status: 409, title: 'This part of the video has not been analyzed' },
  },
})
