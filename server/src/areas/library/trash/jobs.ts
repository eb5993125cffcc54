import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Publishes the events of videos that were trashed or restored with their folder. */
export const trashEventsJob = defineJob({
  name: 'library.trash-events',
  input: z.object({}),
  attempts: 4,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 3600,
  concurrency: 1,
})
