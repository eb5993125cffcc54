import { activityCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { Activity } from '../activity.ts'
import { eventStreamRoute } from './event-stream.ts'
import { getEvent, getEventVolume, listEvents } from './events.ts'

export const feature: Feature<Activity> = {
  routes(server, activity) {
    eventStreamRoute(server, activity)
    route(server, activityCalls.listEvents, ({ query, caller, request }) =>
      listEvents(activity, caller.actor, caller.scope, query, originOf(request, activity.config)),
    )
    route(server, activityCalls.getEventVolume, ({ query, caller }) =>
      getEventVolume(activity, caller.actor, caller.scope, query),
    )
    route(server, activityCalls.getEvent, ({ params, caller, request }) =>
      getEvent(activity, caller.scope, params.id, originOf(request, activity.config)),
    )
  },
}
