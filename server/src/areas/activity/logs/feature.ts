import { activityCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Activity } from '../activity.ts'
import { getLog, getLogVolume, listLogs } from './logs.ts'

export const feature: Feature<Activity> = {
  routes(server, activity) {
    route(server, activityCalls.listLogs, ({ query, caller }) =>
      listLogs(activity, caller.actor, caller.scope, query),
    )
    route(server, activityCalls.getLogVolume, ({ query, caller }) =>
      getLogVolume(activity, caller.actor, caller.scope, query),
    )
    route(server, activityCalls.getLog, ({ params, caller }) =>
      getLog(activity, caller.actor, caller.scope, params.id),
    )
  },
}
