import { languages } from '@kinora/contract'
import * as z from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

const jobDefaults = {
  attempts: 5,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 90,
  concurrency: 2,
}

/** Emails a six-digit code, which is created when the job runs. After a sign-up with the address of a confirmed account,
 * emails its owner. */
export const codeJob = defineJob({
  ...jobDefaults,
  name: 'identity.code',
  input: z.object({ purpose: z.enum(['verify-email', 'reset-password', 'sign-up']), email: z.string() }),
})

/** Emails an invitation. The secret of its link is created when the job runs, so that the queue does not contain it. */
export const invitationJob = defineJob({
  ...jobDefaults,
  name: 'identity.invitation',
  input: z.object({ invitationId: z.uuid() }),
})

/** Deletes the file of a logo, unless the organization uses it. */
export const logoRemovalJob = defineJob({
  ...jobDefaults,
  name: 'identity.logo-removal',
  input: z.object({ organizationId: z.uuid(), key: z.string() }),
})

/** Emails one person that a webhook was disabled. */
export const webhookEmailJob = defineJob({
  ...jobDefaults,
  name: 'identity.webhook-disabled',
  input: z.object({
    to: z.string(),
    language: z.enum(languages),
    url: z.string(),
    because: z.enum(['failing', 'gone']),
  }),
})
