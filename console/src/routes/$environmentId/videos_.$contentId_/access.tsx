import { createFileRoute } from '@tanstack/react-router'
import { playbackIdsQuery } from '../../../areas/library/playback/queries'
import { contentQuery } from '../../../areas/library/queries'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/access')({
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
    void queries.prefetchQuery(playbackIdsQuery(environmentId, contentId))
  },
  component: Access,
})

function Access() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="access" />
}
