import { createFileRoute } from '@tanstack/react-router'
import { contentQuery } from '../../../areas/library/queries'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/live-recording_/$contentId_/cloud-export')({
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
  },
  component: CloudExport,
})

function CloudExport() {
  return <VideoScreen contentId={Route.useParams().contentId} place="live-recording" tab="cloud-export" />
}
