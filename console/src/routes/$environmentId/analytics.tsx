import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { analyticsSearch, usualView } from '../../areas/analytics/search'
import { ViewsScreen } from '../../areas/analytics/views/views-screen'

export const Route = createFileRoute('/$environmentId/analytics')({
  validateSearch: analyticsSearch,
  search: { middlewares: [stripSearchParams(usualView)] },
  component: ViewsScreen,
})
