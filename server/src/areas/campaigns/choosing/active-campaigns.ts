import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { openAddress } from '../../../platform/net/stored-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { preparedFiles } from '../../ads/index.ts'
import { advertisers } from '../advertisers/tables.ts'
import { impressionCount } from '../campaigns/campaign-views.ts'
import type { CampaignRow } from '../campaigns/campaigns.ts'
import { campaigns } from '../campaigns/tables.ts'
import type { CreativeRow } from '../creatives/creatives.ts'
import { campaignCreatives } from '../creatives/tables.ts'
import { dayOf } from '../reports/count-events.ts'
import { reservedCount } from '../reports/reservations.ts'
import type { Choosable, ChoosableCreative } from './choose.ts'

export interface ActiveCreative extends ChoosableCreative, Omit<CreativeRow, 'id' | 'fileHash' | 'mediaUrl'> {
  readonly mediaUrl: string
  readonly fileHash: string
}
export interface ActiveCampaign extends Choosable<ActiveCreative>, Omit<CampaignRow, keyof Choosable> {
  readonly advertiserName: string
}

export interface ActiveCampaigns {
  /** Active campaigns of an environment, at most a second old. */
  of(environmentId: string): Promise<readonly ActiveCampaign[]>
}

type Context = Pick<Platform, 'db' | 'clock' | 'secrets'>

const FRESH_MS = 1000
const MAX_ENVIRONMENTS = 1000

/** Cache of active campaigns. Each break needs them, so an environment is read at most once a second. */
export function activeCampaigns(platform: Context): ActiveCampaigns {
  const known = new Map<string, { readonly readMs: number; readonly campaigns: Promise<ActiveCampaign[]> }>()
  return {
    of(environmentId) {
      const found = known.get(environmentId)
      if (found !== undefined && performance.now() - found.readMs < FRESH_MS) return found.campaigns
      const read = readActive(platform, environmentId)
      read.catch(() => known.delete(environmentId))
      known.delete(environmentId)
      known.set(environmentId, { readMs: performance.now(), campaigns: read })
      const [oldest] = known.keys()
      if (known.size > MAX_ENVIRONMENTS && oldest !== undefined) known.delete(oldest)
      return read
    },
  }
}

async function readActive({ db, clock, secrets }: Context, environmentId: string): Promise<ActiveCampaign[]> {
  const now = clock.now()
  const isActive = and(
    eq(campaigns.environmentId, environmentId),
    eq(campaigns.enabled, true),
    eq(advertisers.enabled, true),
    lte(campaigns.startsAt, now),
    gt(campaigns.endsAt, now),
    eq(campaignCreatives.state, 'approved'),
  )
  const rows = await db
    .select({
      campaign: campaigns,
      creative: campaignCreatives,
      advertiserName: advertisers.name,
      impressions: impressionCount,
      reserved: reservedCount(now),
    })
    .from(campaigns)
    .innerJoin(advertisers, eq(advertisers.id, campaigns.advertiserId))
    .innerJoin(campaignCreatives, eq(campaignCreatives.campaignId, campaigns.id))
    .where(isActive)
  if (rows.length === 0) return []
  const today = await impressionsOn(db, environmentId, dayOf(now))
  const opened = rows.map(({ creative, ...row }) => ({
    ...row,
    creative: { ...creative, mediaUrl: openAddress(secrets, creative.mediaUrl) },
  }))
  const urls = new Set(opened.map(({ creative }) => creative.mediaUrl))
  const files = await preparedFiles(db, environmentId, [...urls])
  const byCampaign = Map.groupBy(opened, ({ campaign }) => campaign.id)
  return [...byCampaign.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const creatives = own.map(({ creative }) => ({
      ...creative,
      // A review stores it.
      fileHash: creative.fileHash ?? '',
      impressionsToday: today.get(creative.id) ?? 0,
      durationS: files.get(creative.mediaUrl)?.durationS ?? null,
      isFailed: files.get(creative.mediaUrl)?.isFailed ?? false,
    }))
    const impressionsToday = creatives.reduce((sum, each) => sum + each.impressionsToday, 0)
    const { campaign, advertiserName, impressions, reserved } = first
    return [{ ...campaign, advertiserName, impressions, reserved, impressionsToday, creatives }]
  })
}

/** Impressions of a day by creative, including events that are not summed yet. */
async function impressionsOn(
  db: Platform['db'],
  environmentId: string,
  day: string,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ creative_id: string; impressions: number }>(sql`
    SELECT creative_id, sum(impressions)::float8 AS impressions FROM (
      SELECT days.creative_id, days.impressions FROM campaigns
        JOIN campaign_days AS days ON days.campaign_id = campaigns.id AND days.day = ${day}::date
        WHERE campaigns.environment_id = ${environmentId}::uuid AND campaigns.enabled
      UNION ALL
      SELECT creative_id, count(*) FROM campaign_events
        WHERE environment_id = ${environmentId}::uuid AND day = ${day}::date AND event = 'impression' GROUP BY 1
    ) AS counted GROUP BY 1`)
  return new Map(rows.map((row) => [row.creative_id, row.impressions]))
}
