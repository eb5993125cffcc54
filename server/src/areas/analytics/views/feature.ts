import { analyticsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Analytics } from '../analytics.ts'
import { getView, getViewErrors, listViews } from './view-list.ts'

export const feature: Feature<Analytics> = {
  routes(server, analytics) {
    route(server, analyticsCalls.getViewErrors, ({ query, caller }) =>
      getViewErrors(analytics, caller.scopes, query),
    )
    route(server, analyticsCalls.listViews, ({ query, caller }) =>
      listViews(analytics, [caller.scope], query),
    )
    route(server, analyticsCalls.getView, ({ params, query, caller }) =>
      getView(analytics, caller.scope, params.id, query.at),
    )
  },
}
