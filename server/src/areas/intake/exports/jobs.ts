import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Writes the files of a video to an account. */
export const exportJob = defineJob({
  name: 'intake.export',
  input: z.object({ exportId: z.uuid() }),
  attempts: 5,
  retryDelaySeconds: 10,
  heartbeatSeconds: 12,
  wallLimitSeconds: 12 * 3600,
  concurrency: 2,
})
