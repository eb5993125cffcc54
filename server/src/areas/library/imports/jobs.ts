import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Creates the videos of an import. */
export const importJob = defineJob({
  name: 'library.import',
  input: z.object({ importId: z.uuid() }),
  attempts: 4,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 2 * 3600,
  concurrency: 2,
})
