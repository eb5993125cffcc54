import { campaignsCalls } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { ObjectLimit } from '../activity/index.ts'
import { advertiserOf } from './advertisers/own-advertiser.ts'
import { campaigns } from './campaigns/tables.ts'
import { campaignCreatives } from './creatives/tables.ts'

/** Events, audit entries and logged requests about campaigns that a limited role sees: all, or those of its advertiser. */
export const campaignLimit: ObjectLimit = {
  types: ['advertiser', 'campaign', 'campaign_creative'],
  paths: [
    campaignsCalls.createAdvertiser.path,
    campaignsCalls.createCampaign.path,
    campaignsCalls.listCreativeReviews.path,
  ],
  isVisible(scope, id) {
    const advertiserId = advertiserOf(scope)
    if (advertiserId === null) return sql`true`
    return sql`EXISTS (SELECT FROM ${campaigns} AS own
      WHERE own.environment_id = ${scope.environmentId}::uuid AND own.advertiser_id = ${advertiserId}::uuid
        AND (own.id = ${id} OR EXISTS (SELECT FROM ${campaignCreatives} AS creative
          WHERE creative.environment_id = own.environment_id AND creative.campaign_id = own.id
            AND creative.id = ${id})))`
  },
}
