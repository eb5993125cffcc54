import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intelligence } from '../intelligence.ts'
import { sketchJob } from './jobs.ts'
import { enqueueUnsketched, giveUpSketching, sketchVideo } from './sketching.ts'

export const feature: Feature<Intelligence> = {
  sweeps: (intelligence) => ({ 'intelligence.sketches': () => enqueueUnsketched(intelligence) }),
  jobs: (intelligence) => [
    defineHandler({
      definition: sketchJob,
      run: ({ contentId }, { environmentId, signal }) =>
        sketchVideo(intelligence, { id: contentId, environmentId }, signal),
      failed: ({ contentId }, _error, { environmentId }) =>
        giveUpSketching(intelligence.db, { id: contentId, environmentId }),
    }),
  ],
}
