import { createFileRoute } from '@tanstack/react-router'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/social-publish')({
  component: SocialPublish,
})

function SocialPublish() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="social-publish" />
}
