import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Copies a file of a watched folder and makes a video of it. */
export const takeJob = defineJob({
  name: 'intake.take',
  input: z.object({ fileId: z.uuid() }),
  attempts: 5,
  retryDelaySeconds: 10,
  heartbeatSeconds: 12,
  wallLimitSeconds: 12 * 3600,
  concurrency: 2,
})
