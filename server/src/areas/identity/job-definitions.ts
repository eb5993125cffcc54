import * as z from 'zod'
import { defineJob } from '../../platform/jobs.ts'

const mailing = {
  attempts: 5,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 90,
  concurrency: 2,
}

/** Mails an invitation. The secret of its link is made when it is sent, so that no queue holds it. */
export const invitationJob = defineJob({
  ...mailing,
  name: 'identity.invitation',
  input: z.object({ invitationId: z.uuid() }),
})
