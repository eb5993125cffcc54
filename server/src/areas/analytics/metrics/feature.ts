import { analyticsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Analytics } from '../analytics.ts'
import { getFigures, getTotals, listMetrics } from './figures.ts'
import { getFilterValues } from './filter-values.ts'
import { getRealtimeViews } from './realtime.ts'

export const feature: Feature<Analytics> = {
  routes(server, analytics) {
    route(server, analyticsCalls.getViews, ({ query, caller }) => getFigures(analytics, caller.scopes, query))
    route(server, analyticsCalls.getTotals, ({ query, caller }) => getTotals(analytics, caller.scopes, query))
    route(server, analyticsCalls.getFilterValues, ({ query, caller }) =>
      getFilterValues(analytics, caller.scopes, query),
    )
    route(server, analyticsCalls.getRealtimeViews, ({ query, caller }) =>
      getRealtimeViews(analytics, caller.scopes, query),
    )
    route(server, analyticsCalls.listMetrics, async () => ({ items: listMetrics() }))
  },
}
