import { analyticsCalls } from '@kinora/contract'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { Analytics } from './analytics.ts'
import type { Receiver } from './beacons/receive.ts'
import { getViewSeries } from './metrics/view-series.ts'

export function analyticsRoutes(server: HttpServer, analytics: Analytics): void {
  route(server, analyticsCalls.getViews, ({ query, caller }) =>
    getViewSeries(analytics, caller.scope.environmentId, query),
  )
}

export function beaconRoutes(server: HttpServer, receiver: Receiver): void {
  route(server, analyticsCalls.sendBeacon, async ({ body }) => {
    await receiver.receive(body)
    return undefined
  })
}
