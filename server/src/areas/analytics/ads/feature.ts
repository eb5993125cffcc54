import { adInsertionMetrics, adRequestMetrics, analyticsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Analytics } from '../analytics.ts'
import { getTotals } from '../metrics/figures.ts'
import { trendOf } from '../usage/trends.ts'
import { adDetailsOf } from './ad-details.ts'

export const feature: Feature<Analytics> = {
  routes(server, analytics) {
    const [insertion, requests] = [[...adInsertionMetrics], [...adRequestMetrics]]
    const unused = ['interval', 'groupBy', 'splitBy'] as const
    route(server, analyticsCalls.getAdInsertion, ({ query, caller }) =>
      getTotals(analytics, caller.scopes, { ...query, metrics: insertion }, unused),
    )
    route(server, analyticsCalls.getAdInsertionTrend, ({ query, caller }) =>
      trendOf(analytics, caller.scopes, query, insertion),
    )
    route(server, analyticsCalls.getAdInsertionDetails, ({ query, caller }) =>
      adDetailsOf(analytics, caller.scopes, query, insertion, 'adChannel'),
    )
    route(server, analyticsCalls.getAdRequests, ({ query, caller }) =>
      getTotals(analytics, caller.scopes, { ...query, metrics: requests }, unused),
    )
    route(server, analyticsCalls.getAdRequestTrend, ({ query, caller }) =>
      trendOf(analytics, caller.scopes, query, requests),
    )
    route(server, analyticsCalls.getAdRequestDetails, ({ query, caller }) =>
      adDetailsOf(analytics, caller.scopes, query, requests, 'adServer'),
    )
  },
}
