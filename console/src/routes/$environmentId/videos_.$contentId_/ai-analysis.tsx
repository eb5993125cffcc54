import { createFileRoute } from '@tanstack/react-router'
import { contentQuery } from '../../../areas/library/queries'
import { videoSearch } from '../../../areas/library/search'
import { VideoScreen } from '../../../areas/library/video/video-screen'

export const Route = createFileRoute('/$environmentId/videos_/$contentId_/ai-analysis')({
  validateSearch: videoSearch,
  loader: ({ context: { queries }, params: { environmentId, contentId } }) => {
    void queries.prefetchQuery(contentQuery(environmentId, contentId))
  },
  component: AiAnalysis,
})

function AiAnalysis() {
  const { contentId } = Route.useParams()
  return <VideoScreen contentId={contentId} tab="ai-analysis" startAt={Route.useSearch().t} />
}
