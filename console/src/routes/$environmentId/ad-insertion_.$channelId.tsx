import { createFileRoute } from '@tanstack/react-router'
import { ChannelScreen } from '../../areas/ads/channel/channel-screen'
import { ChannelOverview } from '../../areas/ads/channel/overview'
import { channelQuery } from '../../areas/ads/queries'

export const Route = createFileRoute('/$environmentId/ad-insertion_/$channelId')({
  loader: ({ context: { queries }, params: { environmentId, channelId } }) => {
    void queries.prefetchQuery(channelQuery(environmentId, channelId))
  },
  component: Shown,
})

function Shown() {
  return <ChannelScreen channelId={Route.useParams().channelId} tab={ChannelOverview} />
}
