// Written by `npm run generate`.
import { adFigureFeature } from './ads.ts'
import { annotationFeature } from './annotations.ts'
import { beaconFeature } from './beacons.ts'
import { viewExportFeature } from './exports.ts'
import { favouriteFeature } from './favourites.ts'
import { figureFeature } from './metrics.ts'
import { realtimeFeature } from './realtime.ts'
import { viewershipFeature } from './usage.ts'
import { videoFeature } from './videos.ts'
import { viewFeature } from './views.ts'

export * from './ads.ts'
export * from './annotations.ts'
export * from './beacons.ts'
export * from './exports.ts'
export * from './favourites.ts'
export * from './figure-text.ts'
export * from './metric-fields.ts'
export * from './metrics.ts'
export * from './notes.ts'
export * from './realtime.ts'
export * from './short-number.ts'
export * from './usage.ts'
export * from './usage-fields.ts'
export * from './values.ts'
export * from './video-fields.ts'
export * from './videos.ts'
export * from './view-fields.ts'
export * from './views.ts'

export const analyticsCalls = {
  ...adFigureFeature.calls,
  ...annotationFeature.calls,
  ...beaconFeature.calls,
  ...viewExportFeature.calls,
  ...favouriteFeature.calls,
  ...figureFeature.calls,
  ...realtimeFeature.calls,
  ...viewershipFeature.calls,
  ...videoFeature.calls,
  ...viewFeature.calls,
}
