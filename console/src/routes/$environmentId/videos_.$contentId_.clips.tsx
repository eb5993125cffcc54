import { createFileRoute } from '@tanstack/react-router'
import { clipsQuery } from '../../areas/library/clips/queries'
import { contentQuery } from '../../areas/library/queries'
import { VideoScreen } from '../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/clips')({
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
    void queries.prefetchQuery(clipsQuery(environmentId, contentId, 1))
  },
  component: Clips,
})

function Clips() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="clips" />
}
