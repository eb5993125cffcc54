import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Defaults of jobs that analyze one video. One of a kind runs at a time, because each takes a core. */
const analysisJob = {
  input: z.object({ contentId: z.uuid(), runId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 23 * 3600,
  concurrency: 1,
} as const

/** Reads a video once: finds its shots, and stores its audio and frames for the other jobs. */
export const watchJob = defineJob({ name: 'intelligence.watch', ...analysisJob })

/** Finds speech and silence in the audio of a video. */
export const listenJob = defineJob({ name: 'intelligence.listen', ...analysisJob })

/** Jobs that may have to ask a server for its result. They are enqueued again until it has one. */
const askingJob = {
  ...analysisJob,
  /** `misses`: so many questions in a row got no answer. */
  input: analysisJob.input.extend({ misses: z.int().min(0).optional() }),
} as const

/** Writes down what is said in a video. Goes on where it was interrupted. */
export const transcribeJob = defineJob({ name: 'intelligence.transcribe', ...askingJob })

/** Reads the text in the pictures of a video. Goes on where it was interrupted. */
export const readJob = defineJob({ name: 'intelligence.read', ...askingJob })

/** Finds people and objects in the pictures of a video. */
export const lookJob = defineJob({ name: 'intelligence.look', ...analysisJob })
