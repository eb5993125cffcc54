import type { Webhook } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { EnvironmentName, useWorkspace } from '../../identity'
import { WebhookStatus } from './webhook-status'

export function useWebhookColumns(): Column<Webhook>[] {
  const t = useText()
  const format = useFormat()
  const { organization } = useWorkspace()
  return [
    {
      id: 'url',
      head: 'URL',
      cell: ({ id, environmentId, url }) => (
        <TextLink
          to="/$environmentId/settings/webhooks/$webhookId"
          params={{ environmentId, webhookId: id }}
          className="ltr cut own-way block font-code text-12"
        >
          {url}
        </TextLink>
      ),
    },
    {
      id: 'environment',
      head: t('activity:webhooks.environment'),
      width: '11rem',
      from: 'sm',
      cell: ({ environmentId }) => {
        const environment = organization.environments.find(({ id }) => id === environmentId)
        return environment && <EnvironmentName environment={environment} />
      },
    },
    {
      id: 'events',
      head: t('activity:webhooks.events'),
      width: '9rem',
      from: 'md',
      cell: ({ eventTypes }) =>
        eventTypes.length === 0
          ? t('activity:webhooks.allEvents')
          : t('activity:webhooks.someEvents', { count: eventTypes.length }),
    },
    {
      id: 'status',
      head: t('activity:webhooks.status'),
      width: '10rem',
      cell: (webhook) => <WebhookStatus webhook={webhook} />,
    },
    {
      id: 'created',
      head: t('activity:webhooks.created'),
      width: '10rem',
      from: 'lg',
      cell: ({ createdAt, createdBy }) => (
        <>
          <span className="block">{format.date(createdAt)}</span>
          <span className="cut block text-12 text-ink-3">{createdBy}</span>
        </>
      ),
    },
  ]
}
