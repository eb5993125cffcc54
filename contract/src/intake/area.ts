import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const intakeFeature = defineFeature({
  modules: {
    Videos: ['Cloud Import', 'Cloud Export'],
    Settings: ['Watch Folder', 'Cloud Connect', 'Export Rules'],
  },
  // Folders name files of all videos, and rules export them.
  unfiltered: ['Watch Folder', 'Cloud Connect', 'Cloud Import', 'Cloud Export', 'Export Rules'],
})
