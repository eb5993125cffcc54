// Written by `npm run generate`.
import { advertiserFeature } from './advertisers.ts'
import { campaignManagementFeature } from './campaigns.ts'
import { campaignCreativeFeature } from './creatives.ts'
import { campaignReportFeature } from './reports.ts'

export * from './advertisers.ts'
export * from './campaigns.ts'
export * from './creatives.ts'
export * from './reports.ts'
export * from './values.ts'

export const campaignsCalls = {
  ...advertiserFeature.calls,
  ...campaignManagementFeature.calls,
  ...campaignCreativeFeature.calls,
  ...campaignReportFeature.calls,
}
