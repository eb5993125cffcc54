import { Code } from '@phosphor-icons/react/dist/csr/Code'
import { ListBullets } from '@phosphor-icons/react/dist/csr/ListBullets'
import { WebhooksLogo } from '@phosphor-icons/react/dist/csr/WebhooksLogo'
import type { Area } from '../../lib/area'

const webhooks = '/$environmentId/settings/webhooks'

export const activity: Area = {
  nav: [
    {
      group: 'watch',
      to: '/$environmentId/events-logs',
      label: (t) => t('activity:records.title'),
      short: (t) => t('activity:records.tabs.events'),
      icon: ListBullets,
      anyOf: [
        { right: ['Events and Logs', 'Event', 'read'] },
        { right: ['Events and Logs', 'Log', 'read'] },
        { right: ['Events and Logs', 'Event', 'read'], grantedIn: 'organization' },
      ],
      keys: 'g l',
    },
    {
      group: 'foot',
      to: '/$environmentId/api-docs',
      label: (t) => t('activity:docs.title'),
      icon: Code,
      keys: 'g i',
    },
  ],
  commands: [
    {
      to: webhooks,
      label: (t) => t('activity:webhooks.new'),
      icon: WebhooksLogo,
      href: (environmentId) => `/${environmentId}/settings/webhooks?new=true`,
      right: ['Settings', 'Webhook', 'create'],
      isSensitive: true,
    },
  ],
  settings: [
    {
      group: 'programs',
      to: webhooks,
      label: (t) => t('activity:webhooks.title'),
      icon: WebhooksLogo,
      right: ['Settings', 'Webhook', 'read'],
    },
  ],
  administration: [
    { to: '/$environmentId/administration/failed-events', label: (t) => t('activity:deadLetters.title') },
  ],
}
