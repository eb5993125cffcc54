import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { TrashScreen } from '../../areas/library/screens/trash'
import { trashSearch } from '../../areas/library/search'

export const Route = createFileRoute('/$environmentId/dam_/trash')({
  validateSearch: trashSearch,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  component: TrashScreen,
})
