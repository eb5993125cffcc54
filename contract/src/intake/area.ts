import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const intakeFeature = defineFeature({
  modules: { Videos: ['Cloud Import'], Settings: ['Watch Folder', 'Cloud Connect'] },
  // Folders name files of all videos.
  unfiltered: ['Watch Folder', 'Cloud Connect', 'Cloud Import'],
})
