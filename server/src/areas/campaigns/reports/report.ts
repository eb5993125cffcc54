import { type CampaignReport, campaignLimits } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { getCampaign } from '../campaigns/campaigns.ts'
import { decimalOf } from './decimal.ts'
import { sumsOfEvents } from './sum-events.ts'

const DAY_MS = 24 * 3600 * 1000

interface Range {
  readonly from: string
  readonly to: string
}

const measures = [
  'impressions',
  'firstQuartiles',
  'midpoints',
  'thirdQuartiles',
  'completes',
  'clicks',
] as const

/** Delivery report of a campaign. @throws problem not-found, request-invalid for a range that is too long */
export async function getReport(
  context: Pick<Platform, 'db' | 'clock'>,
  scope: Scope,
  campaignId: string,
  { from, to }: Range,
): Promise<CampaignReport> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1 || days > campaignLimits.reportDays)
    throw problem('request-invalid', { detail: `At most ${campaignLimits.reportDays} days` })
  const { id } = await getCampaign(context, scope, campaignId)
  const rows = await readRows(context, scope.environmentId, id, { from, to })
  return {
    items: rows.map(({ nanos, ...row }) => ({ ...row, spend: decimalOf(nanos) })),
    totals: totalsOf(rows),
  }
}

type Row = Omit<CampaignReport['items'][number], 'spend'> & { readonly nanos: bigint }

/** Reads daily sums, including events that are not summed yet. */
async function readRows(
  { db }: Pick<Platform, 'db'>,
  environmentId: string,
  campaignId: string,
  { from, to }: Range,
): Promise<Row[]> {
  const own = sql`environment_id = ${environmentId}::uuid AND campaign_id = ${campaignId}::uuid
    AND day BETWEEN ${from}::date AND ${to}::date`
  const { rows } = await db.execute<Record<keyof Omit<Row, 'nanos'>, never> & { nanos: string }>(sql`
    SELECT counted.day::text AS "day", counted.creative_id AS "creativeId", creative.name AS "creativeName",
      counted.currency AS "currency", sum(impressions)::float8 AS "impressions",
      sum(first_quartiles)::float8 AS "firstQuartiles", sum(midpoints)::float8 AS "midpoints",
      sum(third_quartiles)::float8 AS "thirdQuartiles", sum(completes)::float8 AS "completes",
      sum(clicks)::float8 AS "clicks", sum(spend_nanos)::text AS "nanos"
    FROM (
      SELECT day, creative_id, currency, impressions, first_quartiles, midpoints, third_quartiles, completes,
        clicks, spend_nanos FROM campaign_days WHERE ${own}
      UNION ALL
      SELECT day, creative_id, currency, ${sumsOfEvents} FROM campaign_events WHERE ${own} GROUP BY 1, 2, 3
    ) AS counted
    LEFT JOIN campaign_creatives AS creative
      ON creative.environment_id = ${environmentId}::uuid AND creative.id = counted.creative_id
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 3, 2, 4`)
  return rows.map(({ nanos, ...row }) => ({ ...row, nanos: BigInt(nanos) }))
}

function totalsOf(rows: readonly Row[]): CampaignReport['totals'] {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  return [...byCurrency].map(([currency, own]) => {
    const sum = (measure: (typeof measures)[number]) => own.reduce((total, row) => total + row[measure], 0)
    return {
      currency,
      impressions: sum('impressions'),
      firstQuartiles: sum('firstQuartiles'),
      midpoints: sum('midpoints'),
      thirdQuartiles: sum('thirdQuartiles'),
      completes: sum('completes'),
      clicks: sum('clicks'),
      spend: decimalOf(own.reduce((total, { nanos }) => total + nanos, 0n)),
    }
  })
}
