import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Computes the figures of a run, writes its files and its emails. One at a time, because Typst takes a core and 300 MB. */
export const renderJob = defineJob({
  name: 'reports.render',
  input: z.object({ runId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 10,
  heartbeatSeconds: 12,
  wallLimitSeconds: 1800,
  concurrency: 1,
})

/** Posts a run to the webhook of its report. Later attempts are a minute apart. */
export const postJob = defineJob({
  name: 'reports.post',
  input: z.object({ mailId: z.uuid() }),
  attempts: 15,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 60,
  concurrency: 4,
})

/** Sends an email of a run. */
export const sendJob = defineJob({
  name: 'reports.send',
  input: z.object({ mailId: z.uuid() }),
  attempts: 5,
  retryDelaySeconds: 15,
  heartbeatSeconds: 12,
  wallLimitSeconds: 300,
  concurrency: 4,
})
