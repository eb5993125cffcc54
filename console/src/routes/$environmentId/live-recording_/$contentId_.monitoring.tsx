import { createFileRoute } from '@tanstack/react-router'
import { videoAnalyticsSearch } from '../../../areas/analytics/search'
import { contentQuery } from '../../../areas/library/queries'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/live-recording_/$contentId_/monitoring')({
  validateSearch: videoAnalyticsSearch,
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
  },
  component: Monitoring,
})

function Monitoring() {
  return <VideoScreen contentId={Route.useParams().contentId} place="live-recording" tab="monitoring" />
}
