import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Finds chapters and scene changes in a video. */
export const placesJob = defineJob({
  name: 'ads.places',
  input: z.object({ contentId: z.uuid() }),
  attempts: 2,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 12 * 3600,
  concurrency: 1,
})
