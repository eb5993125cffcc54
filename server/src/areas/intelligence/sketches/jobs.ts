import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Makes the sketches of a video that was analyzed before there were any. */
export const sketchJob = defineJob({
  name: 'intelligence.sketch',
  input: z.object({ contentId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 23 * 3600,
  concurrency: 1,
})
