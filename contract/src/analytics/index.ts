// Written by `npm run generate`.
import { adFigureFeature } from './ad-calls.ts'
import { annotationFeature } from './annotations.ts'
import { beaconFeature } from './beacon.ts'
import { viewExportFeature } from './exports.ts'
import { favouriteFeature } from './favourites.ts'
import { figureFeature } from './figures.ts'
import { realtimeFeature } from './realtime.ts'
import { videoFeature } from './video-calls.ts'
import { viewFeature } from './view-calls.ts'
import { viewershipFeature } from './viewership-calls.ts'

export * from './ad-calls.ts'
export * from './annotations.ts'
export * from './beacon.ts'
export * from './exports.ts'
export * from './favourites.ts'
export * from './figures.ts'
export * from './metrics.ts'
export * from './realtime.ts'
export * from './usage.ts'
export * from './values.ts'
export * from './video-calls.ts'
export * from './videos.ts'
export * from './view-calls.ts'
export * from './viewership-calls.ts'
export * from './views.ts'

export const analyticsCalls = {
  ...adFigureFeature.calls,
  ...annotationFeature.calls,
  ...beaconFeature.calls,
  ...viewExportFeature.calls,
  ...favouriteFeature.calls,
  ...figureFeature.calls,
  ...realtimeFeature.calls,
  ...videoFeature.calls,
  ...viewFeature.calls,
  ...viewershipFeature.calls,
}
