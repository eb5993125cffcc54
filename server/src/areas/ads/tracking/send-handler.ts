import { type AnyHandler, defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Ads } from '../ads.ts'
import { trackingJob } from './jobs.ts'
import { sendTracking } from './send-tracking.ts'

export function trackingHandler(ads: Ads): AnyHandler {
  return defineHandler({
    definition: trackingJob,
    run: (_input, { environmentId, signal }) => sendTracking(ads, environmentId, signal),
    // The sweep enqueues the requests that are still due.
    failed: async () => undefined,
  })
}
