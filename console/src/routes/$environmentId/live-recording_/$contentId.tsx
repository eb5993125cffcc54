import { createFileRoute } from '@tanstack/react-router'
import { contentQuery } from '../../../areas/library/queries'
import { videoSearch } from '../../../areas/library/search'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/live-recording_/$contentId')({
  validateSearch: videoSearch,
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
  },
  component: Overview,
})

function Overview() {
  return (
    <VideoScreen
      contentId={Route.useParams().contentId}
      place="live-recording"
      tab="overview"
      startAt={Route.useSearch().t}
    />
  )
}
