import { campaignCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import { sumEvents } from './reports/sum-events.ts'
import { campaignRoutes } from './routes.ts'
import { campaignLimit } from './visible-objects.ts'

export const campaigns = defineArea({
  name: 'campaigns',
  contract: campaignCalls,
  open(platform, { activity }) {
    activity.limitObjects(campaignLimit)
    return {
      sweeps: { 'campaigns.reports': () => sumEvents(platform) },
      routes: { web: (server) => campaignRoutes(server, platform) },
    }
  },
})
