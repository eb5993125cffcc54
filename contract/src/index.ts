import { activityCalls } from './activity/index.ts'
import { adCalls } from './ads/index.ts'
import { analyticsCalls } from './analytics/index.ts'
import { campaignCalls } from './campaigns/index.ts'
import { deliveryCalls } from './delivery/index.ts'
import { identityCalls } from './identity/index.ts'
import { libraryCalls } from './library/index.ts'
import { liveCalls } from './live/index.ts'

export * from './activity/index.ts'
export * from './ads/index.ts'
export * from './analytics/index.ts'
export * from './call.ts'
export * from './campaigns/index.ts'
export * from './common.ts'
export * from './cut-text.ts'
export * from './delivery/index.ts'
export * from './identity/index.ts'
export * from './library/index.ts'
export * from './live/index.ts'
export * from './messages.ts'
export * from './permissions.ts'
export * from './problems.ts'
export * from './timecode.ts'
export * from './vocabularies.ts'

/** All calls by area. */
export const contract = {
  identity: identityCalls,
  activity: activityCalls,
  library: libraryCalls,
  delivery: deliveryCalls,
  live: liveCalls,
  ads: adCalls,
  campaigns: campaignCalls,
  analytics: analyticsCalls,
}

/** All calls in one table by name. Names are unique across areas. */
export const allCalls = {
  ...identityCalls,
  ...activityCalls,
  ...libraryCalls,
  ...deliveryCalls,
  ...liveCalls,
  ...adCalls,
  ...campaignCalls,
  ...analyticsCalls,
}
export type CallName = keyof typeof allCalls
export type CallOf<N extends CallName> = (typeof allCalls)[N]
