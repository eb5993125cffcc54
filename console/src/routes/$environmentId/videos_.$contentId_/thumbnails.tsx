import { createFileRoute } from '@tanstack/react-router'
import { thumbnailsQuery } from '../../../areas/library/images/queries'
import { contentQuery } from '../../../areas/library/queries'
import { videoSearch } from '../../../areas/library/search'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/thumbnails')({
  validateSearch: videoSearch,
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
    void queries.prefetchQuery(thumbnailsQuery(environmentId, contentId))
  },
  component: Thumbnails,
})

function Thumbnails() {
  return (
    <VideoScreen contentId={Route.useParams().contentId} tab="thumbnails" startAt={Route.useSearch().t} />
  )
}
