import { adInsertionMetrics, adRequestMetrics, analyticsCalls } from '@kinora/contract'
import { attachmentNamed } from '../../platform/http/attachment.ts'
import { headerOf, route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { adDetailsOf } from './ads/ad-details.ts'
import type { Analytics } from './analytics.ts'
import { listAnnotations } from './annotations/annotations.ts'
import type { Receiver } from './beacons/receive.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { exportFigures } from './exports/exports.ts'
import { createFavourite, deleteFavourite, listFavourites, updateFavourite } from './favourites/favourites.ts'
import { getFigures, getTotals, listMetrics } from './metrics/figures.ts'
import { getFilterValues } from './metrics/filter-values.ts'
import { getRealtimeViews } from './metrics/realtime.ts'
import {
  getErrorTrend,
  getOrganizationStats,
  getPeriodicUsage,
  getUsage,
  getViewershipTrend,
  trendOf,
} from './usage/trends.ts'
import { getRetention } from './videos/retention.ts'
import { getStartupTimes } from './videos/startup-times.ts'
import { getViewershipDetails, listVideoFigures } from './videos/video-figures.ts'
import { listWorstViews } from './videos/worst-views.ts'
import { getView, getViewErrors, listViews } from './views/view-list.ts'

export function analyticsRoutes(server: HttpServer, analytics: Analytics): void {
  route(server, analyticsCalls.getViews, ({ query, caller }) => getFigures(analytics, caller.scope, query))
  route(server, analyticsCalls.getTotals, ({ query, caller }) => getTotals(analytics, caller.scope, query))
  route(server, analyticsCalls.getFilterValues, ({ query, caller }) =>
    getFilterValues(analytics, caller.scope, query),
  )
  route(server, analyticsCalls.getUsage, ({ query, caller }) => getUsage(analytics, caller.scope, query))
  route(server, analyticsCalls.getOrganizationStats, ({ caller: { actor, scope } }) =>
    getOrganizationStats(analytics, actor, scope),
  )
  route(server, analyticsCalls.getViewershipTrend, ({ query, caller }) =>
    getViewershipTrend(analytics, caller.scope, query),
  )
  route(server, analyticsCalls.getPeriodicUsage, ({ query, caller }) =>
    getPeriodicUsage(analytics, caller.scope, query),
  )
  route(server, analyticsCalls.getViewershipDetails, ({ query, caller }) =>
    getViewershipDetails(analytics, caller.scope, query),
  )
  route(server, analyticsCalls.getErrorTrend, ({ query, caller }) =>
    getErrorTrend(analytics, caller.scope, query),
  )
  route(server, analyticsCalls.getRealtimeViews, ({ query, caller }) =>
    getRealtimeViews(analytics, caller.scope, query),
  )
  route(server, analyticsCalls.getViewErrors, ({ query, caller }) =>
    getViewErrors(analytics, caller.scope, query),
  )
  route(server, analyticsCalls.listViews, ({ query, caller }) => listViews(analytics, caller.scope, query))
  route(server, analyticsCalls.getView, ({ params, query, caller }) =>
    getView(analytics, caller.scope, params.id, query.at),
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
  route(server, analyticsCalls.exportFigures, async ({ query, caller, reply }) => {
    const { name, type, data } = await exportFigures(analytics, caller.scope, query)
    reply
      .type(type)
      .header('content-disposition', attachmentNamed(name))
      .send(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    return undefined
  })
  exportRoutes(server, analytics)
  route(server, analyticsCalls.listMetrics, async () => ({ items: listMetrics() }))
  route(server, analyticsCalls.listAnnotations, ({ query, caller }) =>
    listAnnotations(analytics, caller.scope, query),
  )
  adFigureRoutes(server, analytics)
  favouriteRoutes(server, analytics)
}

function adFigureRoutes(server: HttpServer, analytics: Analytics): void {
  const [insertion, requests] = [[...adInsertionMetrics], [...adRequestMetrics]]
  route(server, analyticsCalls.getAdInsertion, ({ query, caller }) =>
    getTotals(analytics, caller.scope, { ...query, metrics: insertion }),
  )
  route(server, analyticsCalls.getAdInsertionTrend, ({ query, caller }) =>
    trendOf(analytics, caller.scope, query, insertion, 'all'),
  )
  route(server, analyticsCalls.getAdInsertionDetails, ({ query, caller }) =>
    adDetailsOf(analytics, caller.scope, query, insertion),
  )
  route(server, analyticsCalls.getAdRequests, ({ query, caller }) =>
    getTotals(analytics, caller.scope, { ...query, metrics: requests }),
  )
  route(server, analyticsCalls.getAdRequestTrend, ({ query, caller }) =>
    trendOf(analytics, caller.scope, query, requests, 'all'),
  )
  route(server, analyticsCalls.getAdRequestDetails, ({ query, caller }) =>
    adDetailsOf(analytics, caller.scope, query, requests),
  )
}

function favouriteRoutes(server: HttpServer, analytics: Analytics): void {
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
}

export function beaconRoutes(server: HttpServer, receiver: Receiver): void {
  route(server, analyticsCalls.sendBeacon, async ({ body, request }) => {
    const isSet = (name: string) => headerOf(request, name) === '1'
    await receiver.receive(body, {
      userAgent: headerOf(request, 'user-agent') ?? '',
      address: request.ip,
      isPrivate: isSet('dnt') || isSet('sec-gpc'),
    })
    return undefined
  })
}
