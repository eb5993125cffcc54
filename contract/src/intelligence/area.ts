import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const intelligenceFeature = defineFeature({
  meters: { transcripts: 'ms' },
  problems: {
    'not-analyzed': { status: 409, title: 'This part of the video has not been analyzed' },
    'meaning-unavailable': { status: 503, title: 'The search by meaning is temporarily unavailable' },
  },
})
