import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob, ingestJob } from '../sources/content-jobs.ts'

/** Fetches a file from its URL. */
export const downloadJob = defineJob({
  name: 'library.download',
  ...contentJob,
  attempts: 4,
  retryDelaySeconds: 5,
  wallLimitSeconds: 7 * 3600,
  concurrency: 2,
})

/** Creates the sample video. */
export const sampleJob = defineJob({ name: 'library.sample', ...contentJob, wallLimitSeconds: 120 })

/** Replaces a test video's source with its marked first seconds. */
export const testJob = defineJob({ name: 'library.testVideo', ...contentJob, wallLimitSeconds: 2 * 3600 })

/** The first job of a stored source. */
export function firstJobFor({ isTest }: { readonly isTest: boolean }) {
  return isTest ? testJob : ingestJob
}
