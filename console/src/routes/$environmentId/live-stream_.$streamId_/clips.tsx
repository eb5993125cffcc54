import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { streamQuery } from '../../../areas/live/queries'
import { firstPage, pageSearch } from '../../../areas/live/search'
import { StreamScreen } from '../../../areas/live/stream/stream-screen'

export const Route = createFileRoute('/$environmentId/live-stream_/$streamId_/clips')({
  validateSearch: pageSearch,
  search: { middlewares: [stripSearchParams(firstPage)] },
  loader: ({ context: { queries }, params: { environmentId, streamId } }) => {
    void queries.prefetchQuery(streamQuery(environmentId, streamId))
  },
  component: Clips,
})

function Clips() {
  return <StreamScreen streamId={Route.useParams().streamId} tab="clips" />
}
