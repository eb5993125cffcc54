import { activityCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { addressColumns, secretColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Activity } from '../activity.ts'
import { webhooks } from '../tables.ts'
import { getDelivery, listDeliveries, resendDeliveries, testWebhook } from './deliveries.ts'
import { getDeliveryVolume } from './delivery-volume.ts'
import { webhookFanOut } from './fan-out.ts'
import { sweepWebhooks } from './housekeeping.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhooks.ts'

export const feature: Feature<Activity> = {
  sealed: [...secretColumns(webhooks.secret, webhooks.previousSecret), ...addressColumns(webhooks.url)],
  sweeps: (activity) => ({ 'activity.webhooks': () => sweepWebhooks(activity) }),
  subscriptions: (activity) => [webhookFanOut(activity)],
  routes(server, activity) {
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
  },
}
