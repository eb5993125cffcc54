import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Downloads an ad and encodes it for videos of one shape. */
export const conditionJob = defineJob({
  name: 'ads.condition',
  input: z.object({ creativeId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 3600,
  concurrency: 1,
})
