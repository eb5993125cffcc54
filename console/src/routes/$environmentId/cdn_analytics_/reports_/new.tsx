import { createFileRoute } from '@tanstack/react-router'
import { NewReportScreen } from '../../../../areas/reports/form/report-screens'

export const Route = createFileRoute('/$environmentId/cdn_analytics_/reports_/new')({
  component: NewReportScreen,
})
