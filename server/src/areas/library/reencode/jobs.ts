import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { contentJob } from '../sources/content-jobs.ts'

const reencodeInput = z.object({ contentId: z.uuid(), reencodeId: z.uuid(), step: z.int().default(0) })

/** One step of a re-encoding. */
export type ReencodeStep = Readonly<z.infer<typeof reencodeInput>>

/** Runs one step of a re-encoding; the current renditions stay. */
export const reencodeJob = defineJob({ name: 'library.reencode', ...contentJob, input: reencodeInput })
