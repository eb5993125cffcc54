import { advertiserCalls } from './advertisers.ts'
import { campaignManagementCalls } from './campaigns.ts'
import { campaignCreativeCalls } from './creatives.ts'
import { campaignReportCalls } from './reports.ts'

export * from './advertisers.ts'
export * from './campaigns.ts'
export * from './creatives.ts'
export type * from './reports.ts'
export * from './values.ts'

export const campaignCalls = {
  ...advertiserCalls,
  ...campaignManagementCalls,
  ...campaignCreativeCalls,
  ...campaignReportCalls,
}
