import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { WebhookScreen } from '../../../areas/activity/screens/webhook'
import { webhookSearch } from '../../../areas/activity/search'

export const Route = createFileRoute('/$environmentId/settings/webhooks_/$webhookId')({
  validateSearch: webhookSearch,
  search: { middlewares: [stripSearchParams({ failed: false, delivery: '' })] },
  component: WebhookScreen,
})
