import type { Campaign } from '@kinora/contract'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { advertiserOf } from '../advertisers/own-advertiser.ts'
import { advertisers } from '../advertisers/tables.ts'
import { campaignState } from './state.ts'
import { campaigns } from './tables.ts'

const creativesIn = (state: 'approved' | 'waiting') => sql<number>`(SELECT count(*)::int
  FROM campaign_creatives AS creative WHERE creative.environment_id = campaigns.environment_id
    AND creative.campaign_id = campaigns.id AND creative.state = ${state})`

/** Impressions of a campaign, including events that are not summed yet. */
export const impressionCount = sql<number>`(campaigns.delivered + (SELECT count(*)
  FROM campaign_events AS event WHERE event.environment_id = campaigns.environment_id
    AND event.campaign_id = campaigns.id AND event.event = 'impression'))::float8`

/** Selects campaigns with what their views need, newest first. */
export function selectCampaigns(db: Queryable, where: SQL | undefined) {
  const ofSame = and(
    eq(advertisers.environmentId, campaigns.environmentId),
    eq(advertisers.id, campaigns.advertiserId),
  )
  return db
    .select({
      row: campaigns,
      advertiserName: advertisers.name,
      advertiserEnabled: advertisers.enabled,
      impressions: impressionCount,
      approvedCreatives: creativesIn('approved'),
      waitingCreatives: creativesIn('waiting'),
    })
    .from(campaigns)
    .innerJoin(advertisers, ofSame)
    .where(where)
    .orderBy(desc(campaigns.createdAt), asc(campaigns.id))
}

type SelectedCampaign = Awaited<ReturnType<typeof selectCampaigns>>[number]

/** Views of campaigns for the caller. */
export function campaignViews(
  clock: Clock,
  scope: Pick<Scope, 'filter'>,
  rows: readonly SelectedCampaign[],
): Campaign[] {
  const now = clock.now()
  return rows.map(({ row, advertiserEnabled, ...counted }) => {
    const { searchText: _, delivered: _delivered, startsAt, endsAt, createdAt, ...fields } = row
    return {
      ...fields,
      ...counted,
      // Content and people of the publisher are hidden from advertisers.
      ...(advertiserOf(scope) !== null && { streamIds: [], channelIds: [], addedBy: null }),
      state: campaignState({ ...row, ...counted, advertiserEnabled }, now),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      createdAt: createdAt.toISOString(),
    }
  })
}
