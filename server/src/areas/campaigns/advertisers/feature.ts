import { campaignsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  createAdvertiser,
  deleteAdvertiser,
  getAdvertiser,
  listAdvertisers,
  updateAdvertiser,
} from './advertisers.ts'

export const feature: Feature<Platform> = {
  routes(server, platform) {
    route(server, calls.createAdvertiser, ({ body, caller }) => createAdvertiser(platform, caller, body))
    route(server, calls.listAdvertisers, ({ query, caller }) =>
      listAdvertisers(platform, caller.scope, query),
    )
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
  },
}
