import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Identity } from '../identity.ts'
import { emailChannelOwner, emailWebhookOwner } from './disabled-owners.ts'
import { channelEmail, webhookEmail } from './emails.ts'
import { channelEmailJob, webhookEmailJob } from './jobs.ts'

export const feature: Feature<Identity> = {
  jobs: (identity) => [
    defineHandler({
      definition: webhookEmailJob,
      run: ({ to, language, url, because }) =>
        identity.mail.send({ to, ...webhookEmail(language, { url, because }) }),
      // The console also shows the disabled webhook.
      failed: async () => undefined,
    }),
    defineHandler({
      definition: channelEmailJob,
      run: ({ to, language, name, fault }) =>
        identity.mail.send({ to, ...channelEmail(language, { name, fault }) }),
      // The console also shows the disabled channel.
      failed: async () => undefined,
    }),
  ],
  subscriptions: ({ jobs }) => [emailWebhookOwner(jobs), emailChannelOwner(jobs)],
}
