import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ReportScreen } from '../../../../areas/reports/runs/report-screen'
import { firstRuns, reportSearch } from '../../../../areas/reports/search'

export const Route = createFileRoute('/$environmentId/cdn_analytics_/reports_/$reportId')({
  validateSearch: reportSearch,
  search: { middlewares: [stripSearchParams(firstRuns)] },
  component: ReportScreen,
})
