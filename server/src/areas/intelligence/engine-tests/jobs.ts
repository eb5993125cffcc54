import { engineIds } from '@kinora/contract'
import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Tests an engine with its sample. */
export const testEngineJob = defineJob({
  name: 'intelligence.test',
  input: z.object({ engine: z.enum(engineIds), testId: z.uuid() }),
  attempts: 1,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 300,
  concurrency: 1,
})
