import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob } from '../sources/content-jobs.ts'

/** Renders a social clip from another content's source. */
export const socialClipJob = defineJob({ name: 'library.socialClip', ...contentJob })
