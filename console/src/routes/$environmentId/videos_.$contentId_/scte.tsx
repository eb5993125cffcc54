import { createFileRoute } from '@tanstack/react-router'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/scte')({
  component: Scte,
})

function Scte() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="scte" />
}
