import { createFileRoute } from '@tanstack/react-router'
import { ChannelScreen } from '../../../areas/ads/channel/channel-screen'
import { channelSearch } from '../../../areas/ads/search'

export const Route = createFileRoute('/$environmentId/ad_insertion_/$channelId')({
  validateSearch: channelSearch,
  component: ChannelScreen,
})
