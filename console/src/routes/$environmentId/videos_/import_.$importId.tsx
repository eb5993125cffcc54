import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ImportScreen } from '../../../areas/library/imports/import-screen'
import { importSearch } from '../../../areas/library/search'

export const Route = createFileRoute('/$environmentId/videos_/import_/$importId')({
  validateSearch: importSearch,
  search: { middlewares: [stripSearchParams({ show: 'all', page: 1 })] },
  component: OneImport,
})

function OneImport() {
  return <ImportScreen importId={Route.useParams().importId} />
}
