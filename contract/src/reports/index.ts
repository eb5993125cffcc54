// Written by `npm run generate`.
import { embedFeature } from './embeds.ts'
import { reportManagementFeature } from './reports.ts'
import { reportRunFeature } from './runs.ts'
import { unsubscribeFeature } from './unsubscribe.ts'

export * from './document.ts'
export * from './embeds.ts'
export * from './reports.ts'
export * from './runs.ts'
export * from './unsubscribe.ts'
export * from './values.ts'

export const reportsCalls = {
  ...embedFeature.calls,
  ...reportManagementFeature.calls,
  ...reportRunFeature.calls,
  ...unsubscribeFeature.calls,
}
