import { adBreakCalls } from './breaks.ts'
import { adChannelCalls } from './channels.ts'
import { adPlaceCalls } from './places.ts'
import { adReconciliationCalls } from './reconciliation.ts'
import { scte35Calls } from './scte35.ts'
import { adSessionCalls } from './sessions.ts'
import { adViewingCalls } from './viewing.ts'

export * from './breaks.ts'
export * from './channels.ts'
export * from './limits.ts'
export * from './places.ts'
export type * from './reconciliation.ts'
export * from './scte35.ts'
export * from './sessions.ts'
export * from './values.ts'
export * from './viewing.ts'

export const adCalls = {
  ...adChannelCalls,
  ...adBreakCalls,
  ...adPlaceCalls,
  ...adSessionCalls,
  ...adViewingCalls,
  ...adReconciliationCalls,
  ...scte35Calls,
}
