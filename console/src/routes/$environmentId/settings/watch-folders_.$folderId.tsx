import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { WatchFolderScreen } from '../../../areas/intake/files/watch-folder-screen'
import { watchFolderSearch } from '../../../areas/intake/search'

export const Route = createFileRoute('/$environmentId/settings/watch-folders_/$folderId')({
  validateSearch: watchFolderSearch,
  search: { middlewares: [stripSearchParams({ page: 1, q: '' })] },
  component: WatchFolderScreen,
})
