import { createFileRoute } from '@tanstack/react-router'
import { contentQuery } from '../../../areas/library/queries'
import { videoSearch } from '../../../areas/library/search'
import { subtitlesQuery } from '../../../areas/library/subtitles/queries'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/subtitles')({
  validateSearch: videoSearch,
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
    void queries.prefetchQuery(subtitlesQuery(environmentId, contentId))
  },
  component: Subtitles,
})

function Subtitles() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="subtitles" startAt={Route.useSearch().t} />
}
