import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob } from '../sources/content-jobs.ts'

/** Encodes the other H.264 rungs. */
export const ladderJob = (concurrency: number) =>
  defineJob({ name: 'library.ladder', ...contentJob, concurrency })

/** Encodes the ladder in other codecs, which take much longer and are not urgent. */
export const codecsJob = defineJob({ name: 'library.codecs', ...contentJob })
