import { activityCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Activity } from '../activity.ts'
import { listAudit } from './audit-trail.ts'

export const feature: Feature<Activity> = {
  routes(server, activity) {
    route(server, activityCalls.listAudit, ({ query, caller }) =>
      listAudit(activity, caller.actor, caller.scope, query),
    )
  },
}
