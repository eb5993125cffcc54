import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ExportRulesScreen } from '../../../areas/intake/exports/export-rules-screen'
import { exportRulesSearch } from '../../../areas/intake/search'

export const Route = createFileRoute('/$environmentId/settings/export-rules')({
  validateSearch: exportRulesSearch,
  search: { middlewares: [stripSearchParams({ page: 1, new: false, shown: 'rules' })] },
  component: ExportRulesScreen,
})
