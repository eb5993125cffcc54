import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Stores the meaning of the passages of a transcript. */
export const embedJob = defineJob({
  name: 'intelligence.embed',
  input: z.object({ contentId: z.uuid() }),
  // A model that is busy or was stopped answers later.
  attempts: 6,
  retryDelaySeconds: 30,
  heartbeatSeconds: 12,
  wallLimitSeconds: 3600,
  concurrency: 1,
})
