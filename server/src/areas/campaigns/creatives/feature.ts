import { campaignsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { addressColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sendCreativeFile } from './creative-file.ts'
import { createCreative, deleteCreative, listCreatives, updateCreative } from './creatives.ts'
import { creativeFileHandler } from './file-copies.ts'
import { listReviews, reviewCreative } from './reviews.ts'
import { campaignCreatives } from './tables.ts'

export const feature: Feature<Platform> = {
  sealed: addressColumns(campaignCreatives.mediaUrl),
  jobs: (platform) => [creativeFileHandler(platform)],
  routes(server, platform) {
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
    route(server, calls.listCreativeReviews, ({ query, caller }) =>
      listReviews(platform, caller.scope, query),
    )
  },
}
