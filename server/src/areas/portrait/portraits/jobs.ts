import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Defaults of jobs for one portrait. One of a kind runs at a time, because each takes a core. */
const portraitJob = {
  input: z.object({ portraitId: z.uuid(), runId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 23 * 3600,
  concurrency: 1,
} as const

/** Finds the shots and the people of a video, and plans the path of the window. */
export const lookJob = defineJob({ name: 'portrait.look', ...portraitJob })

/** Renders the changed pieces and adds the result to the library. */
export const renderJob = defineJob({ name: 'portrait.render', ...portraitJob })
