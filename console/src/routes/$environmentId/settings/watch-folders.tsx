import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { WatchFoldersScreen } from '../../../areas/intake/folders/watch-folders-screen'
import { watchFoldersSearch } from '../../../areas/intake/search'

export const Route = createFileRoute('/$environmentId/settings/watch-folders')({
  validateSearch: watchFoldersSearch,
  search: { middlewares: [stripSearchParams({ page: 1, new: false })] },
  component: WatchFoldersScreen,
})
