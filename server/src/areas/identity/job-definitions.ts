import { languages } from '@kinora/contract'
import * as z from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

const brief = {
  attempts: 5,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 90,
  concurrency: 2,
}

/** Mails six digits, which are made when they are sent. */
export const codeJob = defineJob({
  ...brief,
  name: 'identity.code',
  input: z.object({ purpose: z.enum(['verify-email', 'reset-password']), email: z.string() }),
})

/** Mails an invitation. The secret of its link is made when it is sent, so that no queue holds it. */
export const invitationJob = defineJob({
  ...brief,
  name: 'identity.invitation',
  input: z.object({ invitationId: z.uuid() }),
})

/** Deletes a logo's file, unless it is the organisation's logo. */
export const logoRemovalJob = defineJob({
  ...brief,
  name: 'identity.logo-removal',
  input: z.object({ organizationId: z.uuid(), key: z.string() }),
})

/** Mails one person that a webhook was disabled. */
export const webhookEmailJob = defineJob({
  ...brief,
  name: 'identity.webhook-disabled',
  input: z.object({
    to: z.string(),
    language: z.enum(languages),
    url: z.string(),
    because: z.enum(['failing', 'gone']),
  }),
})
