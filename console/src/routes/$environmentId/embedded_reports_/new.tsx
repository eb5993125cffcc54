import { createFileRoute } from '@tanstack/react-router'
import { NewEmbedScreen } from '../../../areas/reports/embeds/embed-form'
import { newEmbedSearch } from '../../../areas/reports/search'

export const Route = createFileRoute('/$environmentId/embedded_reports_/new')({
  validateSearch: newEmbedSearch,
  component: NewEmbedScreen,
})
