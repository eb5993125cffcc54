import type { Feature } from '../../../platform/area.ts'
import type { Ads } from '../ads.ts'
import { trackingHandler } from './send-handler.ts'
import { enqueueDueTracking } from './send-tracking.ts'

export const feature: Feature<Ads> = {
  jobs: (ads) => [trackingHandler(ads)],
  sweeps: (ads) => ({ 'ads.beacons': () => enqueueDueTracking(ads) }),
}
