import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Writes the file of an export. */
export const exportJob = defineJob({
  name: 'analytics.export',
  input: z.object({ exportId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 6 * 3600,
  concurrency: 1,
})
