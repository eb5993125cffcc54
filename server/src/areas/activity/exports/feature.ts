import { activityCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Activity } from '../activity.ts'
import { exportEvents, exportLogs } from './exports.ts'

export const feature: Feature<Activity> = {
  routes(server, activity) {
    route(server, activityCalls.exportEvents, async (asked) => {
      await exportEvents(activity, asked)
      return undefined
    })
    route(server, activityCalls.exportLogs, async (asked) => {
      await exportLogs(activity, asked)
      return undefined
    })
  },
}
