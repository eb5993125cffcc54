import { sql } from 'drizzle-orm'
import type { Platform } from '../../../platform/platform.ts'
import { campaignDays } from './tables.ts'

const BATCH = 20_000

/** Adds events to the daily sums, for the sweep. Events of deleted campaigns are dropped. */
export async function sumEvents({ db }: Pick<Platform, 'db'>): Promise<void> {
  while ((await sumBatch(db)) === BATCH);
}

async function sumBatch(db: Platform['db']): Promise<number> {
  const { rows } = await db.execute<{ taken: number }>(sql`
    WITH taken AS (
      DELETE FROM campaign_events WHERE id IN (
        SELECT id FROM campaign_events ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING environment_id, campaign_id, creative_id, day, event, currency, spend_nanos, amount
    ), kept AS (
      SELECT taken.* FROM taken JOIN campaigns
        ON campaigns.environment_id = taken.environment_id AND campaigns.id = taken.campaign_id
    ), added AS (
      INSERT INTO ${campaignDays} AS day (environment_id, campaign_id, day, creative_id, currency,
        impressions, first_quartiles, midpoints, third_quartiles, completes, clicks, spend_nanos)
      SELECT environment_id, campaign_id, day, creative_id, currency, ${sumsOfEvents}
      FROM kept GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (campaign_id, day, creative_id, currency) DO UPDATE SET
        impressions = day.impressions + excluded.impressions,
        first_quartiles = day.first_quartiles + excluded.first_quartiles,
        midpoints = day.midpoints + excluded.midpoints,
        third_quartiles = day.third_quartiles + excluded.third_quartiles,
        completes = day.completes + excluded.completes,
        clicks = day.clicks + excluded.clicks,
        spend_nanos = day.spend_nanos + excluded.spend_nanos
    ), counted AS (
      UPDATE campaigns SET delivered = campaigns.delivered + sums.impressions
      FROM (SELECT environment_id, campaign_id, sum(amount) AS impressions FROM kept
        WHERE event = 'impression' GROUP BY 1, 2) AS sums
      WHERE campaigns.environment_id = sums.environment_id AND campaigns.id = sums.campaign_id
    )
    SELECT count(*)::int AS taken FROM taken`)
  return rows[0]?.taken ?? 0
}

/** Aggregates rows of `campaign_events` to columns of `campaign_days`. */
export const sumsOfEvents = sql`
  coalesce(sum(amount) FILTER (WHERE event = 'impression'), 0),
  coalesce(sum(amount) FILTER (WHERE event = 'firstQuartile'), 0),
  coalesce(sum(amount) FILTER (WHERE event = 'midpoint'), 0),
  coalesce(sum(amount) FILTER (WHERE event = 'thirdQuartile'), 0),
  coalesce(sum(amount) FILTER (WHERE event = 'complete'), 0),
  coalesce(sum(amount) FILTER (WHERE event = 'click'), 0),
  sum(spend_nanos)`
