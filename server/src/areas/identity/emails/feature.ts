import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Identity } from '../identity.ts'
import { webhookEmail } from './emails.ts'
import { webhookEmailJob } from './jobs.ts'
import { emailWebhookOwner } from './webhook-owners.ts'

export const feature: Feature<Identity> = {
  jobs: (identity) => [
    defineHandler({
      definition: webhookEmailJob,
      run: ({ to, language, url, because }) =>
        identity.mail.send({ to, ...webhookEmail(language, { url, because }) }),
      // The console also shows the disabled webhook.
      failed: async () => undefined,
    }),
  ],
  subscriptions: ({ jobs }) => [emailWebhookOwner(jobs)],
}
