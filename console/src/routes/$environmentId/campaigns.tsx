import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { CampaignsScreen } from '../../areas/campaigns/campaigns/campaigns-screen'
import { allCampaigns, campaignsSearch } from '../../areas/campaigns/search'

export const Route = createFileRoute('/$environmentId/campaigns')({
  validateSearch: campaignsSearch,
  search: { middlewares: [stripSearchParams(allCampaigns)] },
  component: CampaignsScreen,
})
