import { createFileRoute } from '@tanstack/react-router'
import { BreaksTab } from '../../../areas/ads/breaks/breaks-tab'
import { contentQuery } from '../../../areas/library/queries'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/scte')({
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
  },
  component: Scte,
})

function Scte() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="breaks" otherTab={BreaksTab} />
}
