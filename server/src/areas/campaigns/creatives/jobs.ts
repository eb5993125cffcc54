import * as z from 'zod'
import type { Transaction } from '../../../platform/database/database.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'

/** Fetches the file of a submitted creative. */
export const creativeFileJob = defineJob({
  name: 'campaigns.creative-file',
  input: z.object({ creativeId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 900,
  concurrency: 1,
})

/** Enqueues the fetch of a creative's file. */
export async function fetchLater(
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Transaction,
  { id: creativeId, environmentId }: { readonly id: string; readonly environmentId: string },
): Promise<void> {
  await jobs.enqueue(tx, creativeFileJob, { creativeId }, { environmentId, key: creativeId })
}
