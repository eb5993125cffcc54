import * as z from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

const heartbeatSeconds = 12

/** Downloads an ad and encodes it for videos of one shape. */
export const conditionJob = defineJob({
  name: 'ads.condition',
  input: z.object({ creativeId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds,
  wallLimitSeconds: 3600,
  concurrency: 1,
})

/** Sends the due tracking requests of an environment. */
export const trackingJob = defineJob({
  name: 'ads.beacons',
  input: z.object({ environmentId: z.uuid() }),
  attempts: 2,
  retryDelaySeconds: 5,
  heartbeatSeconds,
  wallLimitSeconds: 600,
  // A job can wait for hosts that do not answer, which must not delay other environments.
  concurrency: 8,
})

/** Finds chapters and scene changes in a video. */
export const placesJob = defineJob({
  name: 'ads.places',
  input: z.object({ contentId: z.uuid() }),
  attempts: 2,
  retryDelaySeconds: 5,
  heartbeatSeconds,
  wallLimitSeconds: 12 * 3600,
  concurrency: 1,
})
