import { languages } from '@kinora/contract'
import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { jobDefaults } from '../job-defaults.ts'

/** Emails one person that an alert channel was disabled. */
export const channelEmailJob = defineJob({
  ...jobDefaults,
  name: 'identity.channel-disabled',
  input: z.object({ to: z.string(), language: z.enum(languages), name: z.string(), fault: z.string() }),
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
