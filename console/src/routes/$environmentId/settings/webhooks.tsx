import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { WebhooksScreen } from '../../../areas/activity/screens/webhooks'
import { webhooksSearch } from '../../../areas/activity/search'

export const Route = createFileRoute('/$environmentId/settings/webhooks')({
  validateSearch: webhooksSearch,
  search: { middlewares: [stripSearchParams({ page: 1, new: false })] },
  component: WebhooksScreen,
})
