import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Sends the due tracking requests of an environment. */
export const trackingJob = defineJob({
  name: 'ads.beacons',
  input: z.object({ environmentId: z.uuid() }),
  attempts: 2,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 600,
  // A job can wait for hosts that do not answer, which must not delay other environments.
  concurrency: 8,
})
