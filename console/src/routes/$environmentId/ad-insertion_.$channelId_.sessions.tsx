import { createFileRoute } from '@tanstack/react-router'
import { ChannelScreen } from '../../areas/ads/channel/channel-screen'
import { channelQuery } from '../../areas/ads/queries'
import { SessionsTab } from '../../areas/ads/sessions/sessions-tab'

export const Route = createFileRoute('/$environmentId/ad-insertion_/$channelId_/sessions')({
  loader: ({ context: { queries }, params: { environmentId, channelId } }) => {
    void queries.prefetchQuery(channelQuery(environmentId, channelId))
  },
  component: Shown,
})

function Shown() {
  return <ChannelScreen channelId={Route.useParams().channelId} tab={SessionsTab} />
}
