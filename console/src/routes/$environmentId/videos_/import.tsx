import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ImportsScreen } from '../../../areas/library/imports/imports-screen'
import { importsSearch } from '../../../areas/library/search'

export const Route = createFileRoute('/$environmentId/videos_/import')({
  validateSearch: importsSearch,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  component: ImportsScreen,
})
