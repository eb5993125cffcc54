import { campaignsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { getReport } from './report.ts'
import { deleteExpiredReservations } from './reservations.ts'
import { sumEvents } from './sum-events.ts'

export const feature: Feature<Platform> = {
  sweeps: (platform) => ({
    'campaigns.reports': () => sumEvents(platform),
    'campaigns.reservations': () => deleteExpiredReservations(platform),
  }),
  routes(server, platform) {
    route(server, calls.getCampaignReport, ({ params, query, caller }) =>
      getReport(platform, caller.scope, params.id, query),
    )
  },
}
