import { activityCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import type { Activity } from './activity.ts'
import { logPartitions, sweepActivity } from './housekeeping.ts'
import { openLogWriter } from './logs/log-writer.ts'
import { recordRequests } from './logs/request-recording.ts'
import type { ObjectLimit } from './object-limits.ts'
import { activityRoutes } from './routes.ts'
import { startDispatching } from './webhooks/dispatcher.ts'
import { webhookFanOut } from './webhooks/fan-out.ts'

export type { ObjectLimit } from './object-limits.ts'

declare module '../../platform/area.ts' {
  interface Offers {
    /** From activity: limits whose records callers see that have a filter. */
    readonly activity: { limitObjects(limit: ObjectLimit): void }
  }
}

export const activity = defineArea({
  name: 'activity',
  contract: activityCalls,
  partitions: [logPartitions],
  open(platform, { authenticator }) {
    const limits: ObjectLimit[] = []
    const opened: Activity = { ...platform, authenticator, limits }
    const logWriter = openLogWriter(opened)
    return {
      offers: { activity: { limitObjects: (limit) => void limits.push(limit) } },
      sweeps: { 'activity.records': () => sweepActivity(opened) },
      subscriptions: [webhookFanOut(opened)],
      hooks: (server) => recordRequests(server, logWriter),
      routes: { web: (server) => activityRoutes(server, opened) },
      services: { worker: () => startDispatching(opened) },
      close: () => logWriter.close(),
    }
  },
})
