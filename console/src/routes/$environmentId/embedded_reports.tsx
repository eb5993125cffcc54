import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { EmbedsScreen } from '../../areas/reports/embeds/embeds-screen'
import { allEmbeds, embedsSearch } from '../../areas/reports/search'

export const Route = createFileRoute('/$environmentId/embedded_reports')({
  validateSearch: embedsSearch,
  search: { middlewares: [stripSearchParams(allEmbeds)] },
  component: EmbedsScreen,
})
