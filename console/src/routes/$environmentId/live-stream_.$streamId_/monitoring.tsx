import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { streamQuery } from '../../../areas/live/queries'
import { monitoringSearch, usualMonitoring } from '../../../areas/live/search'
import { StreamScreen } from '../../../areas/live/stream/stream-screen'

export const Route = createFileRoute('/$environmentId/live-stream_/$streamId_/monitoring')({
  validateSearch: monitoringSearch,
  search: { middlewares: [stripSearchParams(usualMonitoring)] },
  loader: ({ context: { queries }, params: { environmentId, streamId } }) => {
    void queries.prefetchQuery(streamQuery(environmentId, streamId))
  },
  component: Monitoring,
})

function Monitoring() {
  return <StreamScreen streamId={Route.useParams().streamId} tab="monitoring" />
}
