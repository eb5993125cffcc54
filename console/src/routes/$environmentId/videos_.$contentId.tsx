import { createFileRoute } from '@tanstack/react-router'
import { contentQuery } from '../../areas/library/queries'
import { VideoScreen } from '../../areas/library/screens/video'
import { videoSearch } from '../../areas/library/search'

export const Route = createFileRoute('/$environmentId/videos_/$contentId')({
  validateSearch: videoSearch,
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
  },
  component: Overview,
})

function Overview() {
  return <VideoScreen contentId={Route.useParams().contentId} tab="overview" startAt={Route.useSearch().t} />
}
