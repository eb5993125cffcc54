import * as z from 'zod'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { jobDefaults } from '../job-defaults.ts'

/** Deletes the file of a logo, unless the organization uses it. */
export const logoRemovalJob = defineJob({
  ...jobDefaults,
  name: 'identity.logo-removal',
  input: z.object({ organizationId: z.uuid(), key: z.string() }),
})
