import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { VideosScreen } from '../../areas/library/contents/videos-screen'
import { noFilters, videosSearch } from '../../areas/library/search'

export const Route = createFileRoute('/$environmentId/videos')({
  validateSearch: videosSearch,
  search: { middlewares: [stripSearchParams(noFilters)] },
  component: VideosScreen,
})
