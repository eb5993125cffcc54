import { createFileRoute } from '@tanstack/react-router'
import { streamQuery } from '../../../areas/live/queries'
import { StreamScreen } from '../../../areas/live/stream/stream-screen'

export const Route = createFileRoute('/$environmentId/live-stream_/$streamId_/metadata')({
  loader: ({ context: { queries }, params: { environmentId, streamId } }) => {
    void queries.prefetchQuery(streamQuery(environmentId, streamId))
  },
  component: Metadata,
})

function Metadata() {
  return <StreamScreen streamId={Route.useParams().streamId} tab="metadata" />
}
