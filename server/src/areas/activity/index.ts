import { activityCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import type { Activity } from './activity.ts'
import { logPartitions, sweepActivity } from './housekeeping.ts'
import { openLogWriter } from './logs/log-writer.ts'
import { recordRequests } from './logs/request-recording.ts'
import { activityRoutes } from './routes.ts'
import { startDispatching } from './webhooks/dispatcher.ts'
import { webhookFanOut } from './webhooks/fan-out.ts'

export const activity = defineArea({
  name: 'activity',
  contract: activityCalls,
  partitions: [logPartitions],
  open(platform, { authenticator }) {
    const opened: Activity = { ...platform, authenticator }
    const logWriter = openLogWriter(opened)
    return {
      sweeps: { 'activity.records': () => sweepActivity(opened) },
      subscriptions: [webhookFanOut(opened)],
      hooks: (server) => recordRequests(server, logWriter),
      routes: { web: (server) => activityRoutes(server, opened) },
      services: { worker: () => startDispatching(opened) },
      close: () => logWriter.close(),
    }
  },
})
