import { createFileRoute } from '@tanstack/react-router'
import { CampaignScreen } from '../../../areas/campaigns/campaign/campaign-screen'
import { campaignSearch } from '../../../areas/campaigns/search'

export const Route = createFileRoute('/$environmentId/campaigns_/$campaignId')({
  validateSearch: campaignSearch,
  component: CampaignScreen,
})
