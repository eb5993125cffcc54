import { activityCalls } from '@kinora/contract'
import { originOf } from '../../platform/http/origin.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { Activity } from './activity.ts'
import { listAudit } from './audit/audit-trail.ts'
import {
  deleteDeadLetter,
  getDeadLetter,
  listDeadLetters,
  retryDeadLetter,
  retryDeadLetters,
} from './dead-letters/dead-letters.ts'
import { eventStreamRoute } from './events/event-stream.ts'
import { getEvent, getEventVolume, listEvents } from './events/events.ts'
import { exportEvents, exportLogs } from './exports/exports.ts'
import { getLog, getLogVolume, listLogs } from './logs/logs.ts'
import { getDelivery, listDeliveries, resendDeliveries, testWebhook } from './webhooks/deliveries.ts'
import { getDeliveryVolume } from './webhooks/delivery-volume.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhooks/webhooks.ts'

export function activityRoutes(server: HttpServer, activity: Activity): void {
  eventStreamRoute(server, activity)
  route(server, activityCalls.listEvents, ({ query, caller, request }) =>
    listEvents(activity, caller.actor, caller.scope, query, originOf(request, activity.config)),
  )
  route(server, activityCalls.getEventVolume, ({ query, caller }) =>
    getEventVolume(activity, caller.actor, caller.scope, query),
  )
  route(server, activityCalls.exportEvents, async (asked) => {
    await exportEvents(activity, asked)
    return undefined
  })
  route(server, activityCalls.getEvent, ({ params, caller, request }) =>
    getEvent(activity, caller.scope, params.id, originOf(request, activity.config)),
  )

  route(server, activityCalls.listLogs, ({ query, caller }) =>
    listLogs(activity, caller.actor, caller.scope, query),
  )
  route(server, activityCalls.getLogVolume, ({ query, caller }) =>
    getLogVolume(activity, caller.actor, caller.scope, query),
  )
  route(server, activityCalls.exportLogs, async (asked) => {
    await exportLogs(activity, asked)
    return undefined
  })
  route(server, activityCalls.getLog, ({ params, caller }) =>
    getLog(activity, caller.actor, caller.scope, params.id),
  )

  route(server, activityCalls.listAudit, ({ query, caller }) =>
    listAudit(activity, caller.actor, caller.scope, query),
  )

  route(server, activityCalls.listWebhooks, ({ query, caller }) =>
    listWebhooks(activity, caller.actor, caller.scope, query),
  )
  route(server, activityCalls.createWebhook, ({ body, caller }) =>
    createWebhook(activity, caller.actor, caller.scope, body),
  )
  route(server, activityCalls.getWebhook, ({ params, caller }) =>
    getWebhook(activity, caller.scope, params.id),
  )
  route(server, activityCalls.updateWebhook, ({ params, body, caller }) =>
    updateWebhook(activity, caller.actor, caller.scope, params.id, body),
  )
  route(server, activityCalls.deleteWebhook, async ({ params, caller }) => {
    await deleteWebhook(activity, caller.actor, caller.scope, params.id)
    return undefined
  })
  route(server, activityCalls.rotateWebhookSecret, ({ params, caller }) =>
    rotateSecret(activity, caller.actor, caller.scope, params.id),
  )
  route(server, activityCalls.testWebhook, ({ params, body, caller }) =>
    testWebhook(activity, caller.scope, params.id, body.eventType),
  )
  route(server, activityCalls.listDeliveries, ({ params, query, caller }) =>
    listDeliveries(activity, caller.scope, params.id, query),
  )
  route(server, activityCalls.getDeliveryVolume, ({ params, caller }) =>
    getDeliveryVolume(activity, caller.scope, params.id),
  )
  route(server, activityCalls.getDelivery, ({ params, caller }) =>
    getDelivery(activity, caller.scope, params.id, params.deliveryId),
  )
  route(server, activityCalls.resendDeliveries, ({ params, body, caller }) =>
    resendDeliveries(activity, caller.scope, params.id, body),
  )

  route(server, activityCalls.listDeadLetters, ({ query }) => listDeadLetters(activity, query))
  route(server, activityCalls.retryDeadLetters, ({ caller }) => retryDeadLetters(activity, caller.actor))
  route(server, activityCalls.getDeadLetter, ({ params }) => getDeadLetter(activity, params.id))
  route(server, activityCalls.retryDeadLetter, async ({ params, caller }) => {
    await retryDeadLetter(activity, caller.actor, params.id)
    return undefined
  })
  route(server, activityCalls.deleteDeadLetter, async ({ params, caller }) => {
    await deleteDeadLetter(activity, caller.actor, params.id)
    return undefined
  })
}
