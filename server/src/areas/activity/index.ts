import { activityCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import type { Activity } from './activity.ts'
import { features } from './features.gen.ts'
import { openLogWriter } from './logs/log-writer.ts'
import { logPartitions } from './logs/partitions.ts'
import { recordRequests } from './logs/request-recording.ts'
import type { ObjectLimit } from './object-limits.ts'
import type { VideoFinder } from './video-finder.ts'
import { webhookAlertSource } from './webhooks/alert-source.ts'
import { startDispatching } from './webhooks/dispatcher.ts'

export type { ObjectLimit } from './object-limits.ts'
export type { VideoFinder } from './video-finder.ts'
export { newSigningSecret, signedHeaders } from './webhooks/signatures.ts'

declare module '../../platform/area.ts' {
  interface Offers {
    readonly activity: {
      /** Limits whose records callers see that have a filter. */
      limitObjects(limit: ObjectLimit): void
      /** Finds the videos that events are about. */
      findVideos(finder: VideoFinder): void
    }
  }
}

export const activity = defineArea({
  name: 'activity',
  contract: activityCalls,
  partitions: [logPartitions],
  open(platform, { authenticator }) {
    const limits: ObjectLimit[] = []
    const videoFinders: VideoFinder[] = []
    const opened: Activity = { ...platform, authenticator, limits, videoFinders }
    const logWriter = openLogWriter(opened)
    platform.alertSources.add(webhookAlertSource(platform))
    return openFeatures(features, opened, {
      offers: {
        activity: {
          limitObjects: (limit) => void limits.push(limit),
          findVideos: (finder) => void videoFinders.push(finder),
        },
      },
      hooks: (server) => recordRequests(server, logWriter),
      services: { worker: () => startDispatching(opened) },
      close: () => logWriter.close(),
    })
  },
})
