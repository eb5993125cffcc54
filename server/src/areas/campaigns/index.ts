import { campaignsCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import { campaignSource } from './choosing/campaign-source.ts'
import { sumEvents } from './reports/sum-events.ts'
import { campaignRoutes } from './routes.ts'
import { campaignLimit } from './visible-objects.ts'

export { campaignNames } from './campaigns/campaign-names.ts'

export const campaigns = defineArea({
  name: 'campaigns',
  contract: campaignsCalls,
  open(platform, { activity, ads }) {
    activity.limitObjects(campaignLimit)
    ads.offerAds(campaignSource(platform))
    return {
      sweeps: { 'campaigns.reports': () => sumEvents(platform) },
      routes: { web: (server) => campaignRoutes(server, platform) },
    }
  },
})
