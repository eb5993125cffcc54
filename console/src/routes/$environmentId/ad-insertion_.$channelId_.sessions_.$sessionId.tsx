import { createFileRoute } from '@tanstack/react-router'
import { ChannelScreen } from '../../areas/ads/channel/channel-screen'
import { channelQuery } from '../../areas/ads/queries'
import { SessionTab } from '../../areas/ads/sessions/session-tab'

export const Route = createFileRoute('/$environmentId/ad-insertion_/$channelId_/sessions_/$sessionId')({
  loader: ({ context: { queries }, params: { environmentId, channelId } }) => {
    void queries.prefetchQuery(channelQuery(environmentId, channelId))
  },
  component: Shown,
})

function Shown() {
  return <ChannelScreen channelId={Route.useParams().channelId} tab={SessionTab} />
}
