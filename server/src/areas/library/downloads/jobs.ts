import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob } from '../sources/content-jobs.ts'

/** Joins one rendition and the audio into an MP4 for download. */
export const mp4Job = defineJob({
  name: 'library.mp4',
  ...contentJob,
  input: z.object({ contentId: z.uuid(), outputId: z.uuid() }),
  attempts: 2,
  wallLimitSeconds: 2 * 3600,
  isExclusive: true,
})
