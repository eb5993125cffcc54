// Written by `npm run generate`.
import { identityCalls } from './identity/index.ts'
import { activityCalls } from './activity/index.ts'
import { deliveryCalls } from './delivery/index.ts'
import { libraryCalls } from './library/index.ts'
import { liveCalls } from './live/index.ts'
import { adsCalls } from './ads/index.ts'
import { monitoringCalls } from './monitoring/index.ts'
import { intelligenceCalls } from './intelligence/index.ts'
import { campaignsCalls } from './campaigns/index.ts'
import { portraitCalls } from './portrait/index.ts'
import { socialCalls } from './social/index.ts'
import { vconnectCalls } from './vconnect/index.ts'
import { intakeCalls } from './intake/index.ts'
import { analyticsCalls } from './analytics/index.ts'
import { alertsCalls } from './alerts/index.ts'
import { reportsCalls } from './reports/index.ts'
import { billingCalls } from './billing/index.ts'
import { infraCalls } from './infra/index.ts'

export * from './identity/index.ts'
export * from './activity/index.ts'
export * from './delivery/index.ts'
export * from './library/index.ts'
export * from './live/index.ts'
export * from './ads/index.ts'
export * from './monitoring/index.ts'
export * from './intelligence/index.ts'
export * from './campaigns/index.ts'
export * from './portrait/index.ts'
export * from './social/index.ts'
export * from './vconnect/index.ts'
export * from './intake/index.ts'
export * from './analytics/index.ts'
export * from './alerts/index.ts'
export * from './reports/index.ts'
export * from './billing/index.ts'
export * from './infra/index.ts'

/** All calls by area. */
export const contract = {
  identity: identityCalls,
  activity: activityCalls,
  delivery: deliveryCalls,
  library: libraryCalls,
  live: liveCalls,
  ads: adsCalls,
  monitoring: monitoringCalls,
  intelligence: intelligenceCalls,
  campaigns: campaignsCalls,
  portrait: portraitCalls,
  social: socialCalls,
  vconnect: vconnectCalls,
  intake: intakeCalls,
  analytics: analyticsCalls,
  alerts: alertsCalls,
  reports: reportsCalls,
  billing: billingCalls,
  infra: infraCalls,
}

/** All calls in one table by name. Names are unique across areas. */
export const allCalls = {
  ...identityCalls,
  ...activityCalls,
  ...deliveryCalls,
  ...libraryCalls,
  ...liveCalls,
  ...adsCalls,
  ...monitoringCalls,
  ...intelligenceCalls,
  ...campaignsCalls,
  ...portraitCalls,
  ...socialCalls,
  ...vconnectCalls,
  ...intakeCalls,
  ...analyticsCalls,
  ...alertsCalls,
  ...reportsCalls,
  ...billingCalls,
  ...infraCalls,
}
