import { createFileRoute } from '@tanstack/react-router'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/cloud-export')({
  component: CloudExport,
})

function CloudExport() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="cloud-export" />
}
