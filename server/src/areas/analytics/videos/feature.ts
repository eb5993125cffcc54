import { analyticsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Analytics } from '../analytics.ts'
import { getRetention } from './retention.ts'
import { getStartupTimes } from './startup-times.ts'
import { getViewershipDetails, listVideoFigures } from './video-figures.ts'
import { listWorstViews } from './worst-views.ts'

export const feature: Feature<Analytics> = {
  routes(server, analytics) {
    route(server, analyticsCalls.getViewershipDetails, ({ query, caller }) =>
      getViewershipDetails(analytics, caller.scopes, query),
    )
    route(server, analyticsCalls.getRetention, ({ params, query, caller }) =>
      getRetention(analytics, caller.scope, params.id, query),
    )
    route(server, analyticsCalls.listVideoFigures, ({ query, caller }) =>
      listVideoFigures(analytics, caller.scope, query),
    )
    route(server, analyticsCalls.getStartupTimes, ({ query, caller }) =>
      getStartupTimes(analytics, caller.scope, query),
    )
    route(server, analyticsCalls.listWorstViews, ({ query, caller }) =>
      listWorstViews(analytics, caller.scope, query),
    )
  },
}
