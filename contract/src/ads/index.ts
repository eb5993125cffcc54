// Written by `npm run generate`.
import { adBreakFeature } from './breaks.ts'
import { adChannelFeature } from './channels.ts'
import { adPlaceFeature } from './places.ts'
import { adReconciliationFeature } from './reconciliation.ts'
import { scte35Feature } from './scte35.ts'
import { adSessionFeature } from './sessions.ts'
import { adViewingFeature } from './viewing.ts'

export * from './breaks.ts'
export * from './channels.ts'
export * from './limits.ts'
export * from './places.ts'
export * from './reconciliation.ts'
export * from './scte35.ts'
export * from './sessions.ts'
export * from './values.ts'
export * from './viewing.ts'

export const adsCalls = {
  ...adBreakFeature.calls,
  ...adChannelFeature.calls,
  ...adPlaceFeature.calls,
  ...adReconciliationFeature.calls,
  ...scte35Feature.calls,
  ...adSessionFeature.calls,
  ...adViewingFeature.calls,
}
