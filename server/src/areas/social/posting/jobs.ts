import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Goes on with a post until it has to wait or has ended. Faults of networks are kept in its row, and are no failures of the job. */
export const postJob = defineJob({
  name: 'social.post',
  input: z.object({ postId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 12 * 3600,
  concurrency: 8,
})
