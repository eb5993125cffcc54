import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Makes the sketches of a video that was analyzed before there were any. */
export const sketchJob = defineJob({
  name: 'intelligence.sketch',
  input: z.object({ contentId: z.uuid() }),
  // The storage or the disk may be away for hours. A video that cannot be read is given up at once.
  attempts: 60,
  retryDelaySeconds: 60,
  heartbeatSeconds: 12,
  wallLimitSeconds: 23 * 3600,
  concurrency: 1,
})
