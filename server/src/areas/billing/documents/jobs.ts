import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'

/** Makes the PDF of a document and sends it. One at a time, because Typst takes a core and 300 MB. The environment of the job is the
 * organization. */
export const documentJob = defineJob({
  name: 'billing.document',
  input: z.object({ documentId: z.uuid() }),
  attempts: 5,
  retryDelaySeconds: 30,
  heartbeatSeconds: 12,
  wallLimitSeconds: 300,
  concurrency: 1,
  isExclusive: true,
})
