import { createFileRoute } from '@tanstack/react-router'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/ad-insertions')({
  component: AdInsertions,
})

function AdInsertions() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="ad-insertions" />
}
