import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AlertsScreen } from '../../areas/alerts/list/alerts-screen'
import { alertsSearch, allAlerts } from '../../areas/alerts/search'

export const Route = createFileRoute('/$environmentId/alerts')({
  validateSearch: alertsSearch,
  search: { middlewares: [stripSearchParams(allAlerts)] },
  component: AlertsScreen,
})
