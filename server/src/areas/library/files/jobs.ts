import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/**
 * Removes files that no row names. When its attempts are used up, the sweep enqueues it again until the files are gone.
 */
export const removalJob = defineJob({
  name: 'library.remove',
  input: z.object({ removalId: z.uuid() }),
  attempts: 2,
  retryDelaySeconds: 2,
  heartbeatSeconds: 12,
  wallLimitSeconds: 3600,
  concurrency: 2,
})
