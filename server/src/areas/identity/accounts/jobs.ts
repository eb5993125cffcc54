import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { jobDefaults } from '../job-defaults.ts'

/** Emails a six-digit code, which is created when the job runs. After a sign-up with the address of a confirmed account,
 * emails its owner. */
export const codeJob = defineJob({
  ...jobDefaults,
  name: 'identity.code',
  input: z.object({
    purpose: z.enum(['verify-email', 'reset-password', 'sign-up']),
    email: z.string(),
    /** Hash of the challenge, as hex. */
    challengeHash: z.string(),
  }),
})
