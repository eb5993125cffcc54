import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { webhookSearch } from '../../../areas/activity/search'
import { WebhookScreen } from '../../../areas/activity/webhooks/webhook-screen'

export const Route = createFileRoute('/$environmentId/settings/webhooks_/$webhookId')({
  validateSearch: webhookSearch,
  search: { middlewares: [stripSearchParams({ failed: false, delivery: '' })] },
  component: WebhookScreen,
})
