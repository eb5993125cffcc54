import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { trashSearch } from '../../../areas/library/search'
import { TrashScreen } from '../../../areas/library/trash/trash-screen'

export const Route = createFileRoute('/$environmentId/dam_/trash')({
  validateSearch: trashSearch,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  component: TrashScreen,
})
