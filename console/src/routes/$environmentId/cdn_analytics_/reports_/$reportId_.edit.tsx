import { createFileRoute } from '@tanstack/react-router'
import { EditReportScreen } from '../../../../areas/reports/form/report-screens'

export const Route = createFileRoute('/$environmentId/cdn_analytics_/reports_/$reportId_/edit')({
  component: EditReportScreen,
})
