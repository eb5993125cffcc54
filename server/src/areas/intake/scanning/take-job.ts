import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { WatchFolderRow } from '../tables.ts'

const common = {
  input: z.object({ fileId: z.uuid() }),
  attempts: 5,
  retryDelaySeconds: 10,
  heartbeatSeconds: 12,
  wallLimitSeconds: 12 * 3600,
  concurrency: 2,
}

/** Copies a file of a folder of the server itself and makes a video of it. */
export const takeJob = defineJob({ ...common, name: 'intake.take' })

/** The same for a file of an account. Other servers may be slow, and hold up no file of the server itself. */
export const takeRemoteJob = defineJob({ ...common, name: 'intake.take-remote' })

/** The job for the files of a folder. */
export function takeJobOf({ accountId }: Pick<WatchFolderRow, 'accountId'>) {
  return accountId === null ? takeJob : takeRemoteJob
}
