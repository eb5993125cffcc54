import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ChannelsScreen } from '../../areas/ads/channels/channels-screen'
import { allChannels, channelsSearch } from '../../areas/ads/search'

export const Route = createFileRoute('/$environmentId/ad_insertion')({
  validateSearch: channelsSearch,
  search: { middlewares: [stripSearchParams(allChannels)] },
  component: ChannelsScreen,
})
