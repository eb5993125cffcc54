import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob } from '../sources/content-jobs.ts'

/** Cuts a clip from another content's source. */
export const clipJob = defineJob({ name: 'library.clip', ...contentJob })
