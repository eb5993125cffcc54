import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob } from '../sources/content-jobs.ts'

/** Extracts the text tracks of the source. */
export const textsJob = defineJob({ name: 'library.texts', ...contentJob })
