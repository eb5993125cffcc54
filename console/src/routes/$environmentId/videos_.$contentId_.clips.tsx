import { createFileRoute } from '@tanstack/react-router'
import { contentQuery } from '../../areas/library/queries'
import { clipsQuery } from '../../areas/library/queries-clips'
import { VideoScreen } from '../../areas/library/screens/video'

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
