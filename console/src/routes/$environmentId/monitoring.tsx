import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { usualWall, wallSearch } from '../../areas/monitoring/search'
import { MonitoringScreen } from '../../areas/monitoring/wall/monitoring-screen'

export const Route = createFileRoute('/$environmentId/monitoring')({
  validateSearch: wallSearch,
  search: { middlewares: [stripSearchParams(usualWall)] },
  component: MonitoringScreen,
})
