import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { webhooksSearch } from '../../../areas/activity/search'
import { WebhooksScreen } from '../../../areas/activity/webhooks/webhooks-screen'

export const Route = createFileRoute('/$environmentId/settings/webhooks')({
  validateSearch: webhooksSearch,
  search: { middlewares: [stripSearchParams({ page: 1, new: false })] },
  component: WebhooksScreen,
})
