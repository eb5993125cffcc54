import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AdvertisersScreen } from '../../../areas/campaigns/advertisers/advertisers-screen'
import { advertisersSearch, allAdvertisers } from '../../../areas/campaigns/search'

export const Route = createFileRoute('/$environmentId/settings/advertisers')({
  validateSearch: advertisersSearch,
  search: { middlewares: [stripSearchParams(allAdvertisers)] },
  component: AdvertisersScreen,
})
