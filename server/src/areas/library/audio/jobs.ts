import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob } from '../sources/content-jobs.ts'

/** Encodes an added audio track. */
export const trackJob = defineJob({
  name: 'library.audioTrack',
  ...contentJob,
  input: z.object({ contentId: z.uuid(), trackId: z.uuid() }),
})
