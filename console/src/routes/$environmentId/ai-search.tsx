import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { everyMoment, momentSearch } from '../../areas/intelligence/search/address'
import { SearchScreen } from '../../areas/intelligence/search/search-screen'

export const Route = createFileRoute('/$environmentId/ai-search')({
  validateSearch: momentSearch,
  search: { middlewares: [stripSearchParams(everyMoment)] },
  component: SearchScreen,
})
