import { createFileRoute } from '@tanstack/react-router'
import { BreaksTab } from '../../../areas/ads/breaks/breaks-tab'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/scte')({
  component: Scte,
})

function Scte() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="breaks" otherTab={BreaksTab} />
}
