import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OverviewScreen } from '../../areas/analytics/overview/overview-screen'
import { analyticsSearch, usualView } from '../../areas/analytics/search'

export const Route = createFileRoute('/$environmentId/Adv_analytics')({
  validateSearch: analyticsSearch,
  search: { middlewares: [stripSearchParams(usualView)] },
  component: OverviewScreen,
})
