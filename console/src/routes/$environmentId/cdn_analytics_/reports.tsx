import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ReportsScreen } from '../../../areas/reports/list/reports-screen'
import { allReports, reportsSearch } from '../../../areas/reports/search'

export const Route = createFileRoute('/$environmentId/cdn_analytics_/reports')({
  validateSearch: reportsSearch,
  search: { middlewares: [stripSearchParams(allReports)] },
  component: ReportsScreen,
})
