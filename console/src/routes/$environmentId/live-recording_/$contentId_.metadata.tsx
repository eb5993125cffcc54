import { createFileRoute } from '@tanstack/react-router'
import { changesQuery } from '../../../areas/library/metadata/queries'
import { contentQuery } from '../../../areas/library/queries'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/live-recording_/$contentId_/metadata')({
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
    void queries.prefetchQuery(changesQuery(environmentId, contentId))
  },
  component: Metadata,
})

function Metadata() {
  return <VideoScreen contentId={Route.useParams().contentId} place="live-recording" tab="metadata" />
}
