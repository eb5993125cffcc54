import { activityCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Activity } from '../activity.ts'
import {
  deleteDeadLetter,
  deleteExpiredDeadLetters,
  getDeadLetter,
  listDeadLetters,
  retryDeadLetter,
  retryDeadLetters,
} from './dead-letters.ts'

export const feature: Feature<Activity> = {
  sweeps: (activity) => ({ 'activity.dead-letters': () => deleteExpiredDeadLetters(activity) }),
  routes(server, activity) {
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
  },
}
