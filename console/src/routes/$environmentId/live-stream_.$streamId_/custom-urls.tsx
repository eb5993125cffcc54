import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { streamQuery } from '../../../areas/live/queries'
import { allCustomUrls, customUrlsSearch } from '../../../areas/live/search'
import { StreamScreen } from '../../../areas/live/stream/stream-screen'

export const Route = createFileRoute('/$environmentId/live-stream_/$streamId_/custom-urls')({
  validateSearch: customUrlsSearch,
  search: { middlewares: [stripSearchParams(allCustomUrls)] },
  loader: ({ context: { queries }, params: { environmentId, streamId } }) => {
    void queries.prefetchQuery(streamQuery(environmentId, streamId))
  },
  component: CustomUrls,
})

function CustomUrls() {
  return <StreamScreen streamId={Route.useParams().streamId} tab="customUrls" />
}
