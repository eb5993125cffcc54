import { activityCalls } from '@kinora/contract'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { Activity } from './activity.ts'
import { listAudit } from './audit/audit-trail.ts'
import { eventStreamRoute } from './events/event-stream.ts'
import { getEvent, listEvents } from './events/events.ts'
import { exportEvents, exportLogs } from './exports/exports.ts'
import { getLog, listLogs } from './logs/logs.ts'
import { getDelivery, listDeliveries, resendDeliveries, testWebhook } from './webhooks/deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhooks/webhooks.ts'

export function activityRoutes(server: HttpServer, activity: Activity): void {
  eventStreamRoute(server, activity.bus)
  route(server, activityCalls.listEvents, ({ actor, scope, query }) =>
    listEvents(activity, actor, scope, query),
  )
  route(server, activityCalls.exportEvents, async (asked) => {
    await exportEvents(activity, asked)
    return undefined
  })
  route(server, activityCalls.getEvent, ({ scope, params }) => getEvent(activity, scope, params.id))

  route(server, activityCalls.listLogs, ({ actor, scope, query }) => listLogs(activity, actor, scope, query))
  route(server, activityCalls.exportLogs, async (asked) => {
    await exportLogs(activity, asked)
    return undefined
  })
  route(server, activityCalls.getLog, ({ actor, scope, params }) => getLog(activity, actor, scope, params.id))

  route(server, activityCalls.listAudit, ({ actor, scope, query }) =>
    listAudit(activity, actor, scope, query),
  )

  route(server, activityCalls.listWebhooks, ({ scope, query }) => listWebhooks(activity, scope, query))
  route(server, activityCalls.createWebhook, ({ actor, scope, body }) =>
    createWebhook(activity, actor, scope, body),
  )
  route(server, activityCalls.getWebhook, ({ scope, params }) => getWebhook(activity, scope, params.id))
  route(server, activityCalls.updateWebhook, ({ actor, scope, params, body }) =>
    updateWebhook(activity, actor, scope, params.id, body),
  )
  route(server, activityCalls.deleteWebhook, async ({ actor, scope, params }) => {
    await deleteWebhook(activity, actor, scope, params.id)
    return undefined
  })
  route(server, activityCalls.rotateWebhookSecret, ({ actor, scope, params }) =>
    rotateSecret(activity, actor, scope, params.id),
  )
  route(server, activityCalls.testWebhook, ({ scope, params, body }) =>
    testWebhook(activity, scope, params.id, body.eventType),
  )
  route(server, activityCalls.listDeliveries, ({ scope, params, query }) =>
    listDeliveries(activity, scope, params.id, query),
  )
  route(server, activityCalls.getDelivery, ({ scope, params }) =>
    getDelivery(activity, scope, params.id, params.deliveryId),
  )
  route(server, activityCalls.resendDeliveries, ({ scope, params, body }) =>
    resendDeliveries(activity, scope, params.id, body),
  )
}
