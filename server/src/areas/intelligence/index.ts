import { intelligenceCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { features } from './features.gen.ts'
import { speechReadiness } from './transcripts/engines.ts'
import { pictureReadiness } from './vision/engines.ts'

export { findPeople, VisionFailure } from './vision/vision.ts'

export const intelligence = defineArea({
  name: 'intelligence',
  contract: intelligenceCalls,
  open: (platform, { library }) =>
    openFeatures(
      features,
      { ...platform, library },
      {
        readiness: {
          speech: () => speechReadiness(platform.config),
          pictures: async () => pictureReadiness(),
        },
      },
    ),
})
