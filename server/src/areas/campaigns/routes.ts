import { campaignsCalls as calls } from '@kinora/contract'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  createAdvertiser,
  deleteAdvertiser,
  getAdvertiser,
  listAdvertisers,
  updateAdvertiser,
} from './advertisers/advertisers.ts'
import {
  createCampaign,
  deleteCampaign,
  enableCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaigns/campaigns.ts'
import { sendCreativeFile } from './creatives/creative-file.ts'
import { createCreative, deleteCreative, listCreatives, updateCreative } from './creatives/creatives.ts'
import { listReviews, reviewCreative } from './creatives/reviews.ts'
import { getReport } from './reports/report.ts'

export function campaignRoutes(server: HttpServer, platform: Platform): void {
  advertiserRoutes(server, platform)
  managementRoutes(server, platform)
  creativeRoutes(server, platform)
  route(server, calls.getCampaignReport, ({ params, query, caller }) =>
    getReport(platform, caller.scope, params.id, query),
  )
}

function advertiserRoutes(server: HttpServer, platform: Platform): void {
  route(server, calls.createAdvertiser, ({ body, caller }) => createAdvertiser(platform, caller, body))
  route(server, calls.listAdvertisers, ({ query, caller }) => listAdvertisers(platform, caller.scope, query))
  route(server, calls.getAdvertiser, ({ params, caller }) =>
    getAdvertiser(platform.db, caller.scope, params.id),
  )
  route(server, calls.updateAdvertiser, ({ params, body, caller }) =>
    updateAdvertiser(platform, caller, params.id, body),
  )
  route(server, calls.deleteAdvertiser, async ({ params, caller }) => {
    await deleteAdvertiser(platform, caller, params.id)
    return undefined
  })
}

function managementRoutes(server: HttpServer, platform: Platform): void {
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
}

function creativeRoutes(server: HttpServer, platform: Platform): void {
  route(server, calls.createCampaignCreative, ({ params, body, caller }) =>
    createCreative(platform, caller, params.id, body),
  )
  route(server, calls.listCampaignCreatives, async ({ params, caller }) => ({
    items: await listCreatives(platform, caller.scope, params.id),
  }))
  route(server, calls.updateCampaignCreative, ({ params, body, caller }) =>
    updateCreative(platform, caller, params, body),
  )
  route(server, calls.deleteCampaignCreative, async ({ params, caller }) => {
    await deleteCreative(platform, caller, params)
    return undefined
  })
  route(server, calls.getCreativeFile, async ({ params, caller, reply }) => {
    await sendCreativeFile(platform, caller.scope, params, reply)
    return undefined
  })
  route(server, calls.reviewCampaignCreative, ({ params, body, caller }) =>
    reviewCreative(platform, caller, params, body),
  )
  route(server, calls.listCreativeReviews, ({ query, caller }) => listReviews(platform, caller.scope, query))
}
