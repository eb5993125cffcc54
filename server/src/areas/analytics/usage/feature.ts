import { analyticsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Analytics } from '../analytics.ts'
import { pruneFlushes } from '../requests/flushes.ts'
import {
  getErrorTrend,
  getOrganizationStats,
  getPeriodicUsage,
  getUsage,
  getViewershipTrend,
} from './trends.ts'
import { countStored, encodedUsage } from './usage.ts'

export const feature: Feature<Analytics> = {
  sweeps: (analytics) => ({
    'analytics.stored': () => countStored(analytics),
    'analytics.flushes': () => pruneFlushes(analytics.db, analytics.clock.now()),
  }),
  subscriptions: () => [encodedUsage()],
  routes(server, analytics) {
    route(server, analyticsCalls.getUsage, ({ query, caller }) => getUsage(analytics, caller.scopes, query))
    route(server, analyticsCalls.getOrganizationStats, ({ query, caller: { actor, scope } }) =>
      getOrganizationStats(analytics, actor, scope, query),
    )
    route(server, analyticsCalls.getViewershipTrend, ({ query, caller }) =>
      getViewershipTrend(analytics, caller.scopes, query),
    )
    route(server, analyticsCalls.getPeriodicUsage, ({ query, caller }) =>
      getPeriodicUsage(analytics, caller.scopes, query),
    )
    route(server, analyticsCalls.getErrorTrend, ({ query, caller }) =>
      getErrorTrend(analytics, caller.scopes, query),
    )
  },
}
