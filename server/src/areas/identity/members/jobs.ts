import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { jobDefaults } from '../job-defaults.ts'

/** Emails an invitation. The secret of its link is created when the job runs, so that the queue does not contain it. */
export const invitationJob = defineJob({
  ...jobDefaults,
  name: 'identity.invitation',
  input: z.object({ invitationId: z.uuid() }),
})
