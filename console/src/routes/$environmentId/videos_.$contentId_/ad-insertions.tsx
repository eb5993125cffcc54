import { createFileRoute } from '@tanstack/react-router'
import { InsertionsTab } from '../../../areas/ads/breaks/insertions-tab'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/ad-insertions')({
  component: AdInsertions,
})

function AdInsertions() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="insertions" otherTab={InsertionsTab} />
}
