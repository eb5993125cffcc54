import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob } from '../sources/content-jobs.ts'

/** Generates the poster, storyboard and waveform. */
export const imagesJob = defineJob({
  name: 'library.images',
  ...contentJob,
  // Names the source file: null for the first.
  input: z.object({ contentId: z.uuid(), sourceId: z.nullable(z.uuid()).default(null) }),
  wallLimitSeconds: 2 * 3600,
})
