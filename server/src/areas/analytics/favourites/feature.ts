import { analyticsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Analytics } from '../analytics.ts'
import {
  createFavourite,
  deleteFavourite,
  favouritesOfRemovedMembers,
  listFavourites,
  updateFavourite,
} from './favourites.ts'

export const feature: Feature<Analytics> = {
  subscriptions: () => [favouritesOfRemovedMembers],
  routes(server, analytics) {
    route(server, analyticsCalls.listFavouriteFilters, async ({ caller }) => ({
      items: await listFavourites(analytics, caller),
    }))
    route(server, analyticsCalls.createFavouriteFilter, ({ body, caller }) =>
      createFavourite(analytics, caller, body),
    )
    route(server, analyticsCalls.updateFavouriteFilter, ({ params, body, caller }) =>
      updateFavourite(analytics, caller, params.id, body),
    )
    route(server, analyticsCalls.deleteFavouriteFilter, async ({ params, caller }) => {
      await deleteFavourite(analytics, caller, params.id)
      return undefined
    })
  },
}
