import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Library } from '../library.ts'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  privateViewsOfRemovedMembers,
  updateSavedView,
} from './saved-views.ts'

export const feature: Feature<Library> = {
  subscriptions: () => [privateViewsOfRemovedMembers],
  routes(server, library) {
    route(server, calls.listSavedViews, async ({ query, caller }) => ({
      items: await listSavedViews(library, caller, query.list),
    }))
    route(server, calls.createSavedView, ({ body, caller }) => createSavedView(library, caller, body))
    route(server, calls.updateSavedView, ({ params, body, caller }) =>
      updateSavedView(library, caller, params.id, body),
    )
    route(server, calls.deleteSavedView, async ({ params, caller }) => {
      await deleteSavedView(library, caller, params.id)
      return undefined
    })
  },
}
