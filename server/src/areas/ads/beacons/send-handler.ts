import { type AnyHandler, defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Ads } from '../ads.ts'
import { beaconJob } from '../job-definitions.ts'
import { sendBeacons } from './send-beacons.ts'

export function beaconHandler(ads: Ads): AnyHandler {
  return defineHandler({
    definition: beaconJob,
    run: (_input, { environmentId, signal }) => sendBeacons(ads, environmentId, signal),
    // The sweep enqueues the reports that are still due.
    failed: async () => undefined,
  })
}
