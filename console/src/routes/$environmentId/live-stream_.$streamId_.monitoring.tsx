import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { streamQuery } from '../../areas/live/queries'
import { monitoringSearch, usualMonitoring } from '../../areas/live/search'
import { StreamScreen } from '../../areas/live/stream/stream-screen'

const Viewers = lazy(async () => ({
  default: (await import('../../areas/analytics/monitoring/live-monitoring')).LiveMonitoring,
}))

export const Route = createFileRoute('/$environmentId/live-stream_/$streamId_/monitoring')({
  validateSearch: monitoringSearch,
  search: { middlewares: [stripSearchParams(usualMonitoring)] },
  loader: ({ context: { queries }, params: { environmentId, streamId } }) => {
    void queries.prefetchQuery(streamQuery(environmentId, streamId))
  },
  component: Monitoring,
})

function Monitoring() {
  return <StreamScreen streamId={Route.useParams().streamId} tab="monitoring" viewersPart={Viewers} />
}
