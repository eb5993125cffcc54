import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { noFilters, streamsSearch } from '../../areas/live/search'
import { StreamsScreen } from '../../areas/live/streams/streams-screen'

export const Route = createFileRoute('/$environmentId/live-stream')({
  validateSearch: streamsSearch,
  search: { middlewares: [stripSearchParams(noFilters)] },
  component: StreamsScreen,
})
