import { campaignsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  createCampaign,
  deleteCampaign,
  enableCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaigns.ts'

export const feature: Feature<Platform> = {
  routes(server, platform) {
    route(server, calls.createCampaign, ({ body, caller }) => createCampaign(platform, caller, body))
    route(server, calls.listCampaigns, ({ query, caller }) => listCampaigns(platform, caller.scope, query))
    route(server, calls.getCampaign, ({ params, caller }) => getCampaign(platform, caller.scope, params.id))
    route(server, calls.updateCampaign, ({ params, body, caller }) =>
      updateCampaign(platform, caller, params.id, body),
    )
    route(server, calls.pauseCampaign, ({ params, caller }) =>
      enableCampaign(platform, caller, params.id, false),
    )
    route(server, calls.resumeCampaign, ({ params, caller }) =>
      enableCampaign(platform, caller, params.id, true),
    )
    route(server, calls.deleteCampaign, async ({ params, caller }) => {
      await deleteCampaign(platform, caller, params.id)
      return undefined
    })
  },
}
