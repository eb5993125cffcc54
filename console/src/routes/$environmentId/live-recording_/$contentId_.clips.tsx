import { createFileRoute } from '@tanstack/react-router'
import { clipsQuery } from '../../../areas/library/clips/queries'
import { contentQuery } from '../../../areas/library/queries'
import { videoSearch } from '../../../areas/library/search'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/live-recording_/$contentId_/clips')({
  validateSearch: videoSearch,
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
    void queries.prefetchQuery(clipsQuery(environmentId, contentId, 1))
  },
  component: Clips,
})

function Clips() {
  return (
    <VideoScreen
      contentId={Route.useParams().contentId}
      place="live-recording"
      tab="clips"
      startAt={Route.useSearch().t}
    />
  )
}
