import { campaignsCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { campaignSource } from './choosing/campaign-source.ts'
import { features } from './features.gen.ts'
import { campaignLimit } from './visible-objects.ts'

export { campaignNames } from './campaigns/campaign-names.ts'

export const campaigns = defineArea({
  name: 'campaigns',
  contract: campaignsCalls,
  open(platform, { activity, ads }) {
    activity.limitObjects(campaignLimit)
    ads.offerAds(campaignSource(platform))
    return openFeatures(features, platform)
  },
})
