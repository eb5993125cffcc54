import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Stores the meaning of the passages of a transcript. */
export const embedJob = defineJob({
  name: 'intelligence.embed',
  input: z.object({ contentId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 3600,
  concurrency: 1,
})
