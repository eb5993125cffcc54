import type { MeterId } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { LATE_DAYS } from '../accounts/wallets.ts'
import type { WalletRow } from '../tables.ts'

/** Units of a meter that were used in a part of a period. */
export interface UsedUnits {
  readonly part: number
  readonly meter: MeterId
  readonly units: bigint
}

/** Gives the oldest new records the part in which they occurred, and adds them to the sums of days. Records from the future,
 * whose process has a wrong clock, count as of now. Records that arrived too late, and those from before the first part, are put
 * aside.
 * @param before takes only what occurred before this time
 * @returns the number of records with those put aside, and what was used where it is not free */
export async function takeRecords(
  tx: Transaction,
  { organizationId, timezone }: Pick<WalletRow, 'organizationId' | 'timezone'>,
  now: Date,
  most: number,
  before: Date | null,
): Promise<{ readonly records: number; readonly used: readonly UsedUnits[] }> {
  const { rows } = await tx.execute<{
    part: number | null
    meter: MeterId
    records: number
    units: string | null
  }>(sql`
    WITH taken AS (
      SELECT key, least(occurred_at, ${now.toISOString()}::timestamptz) AS at,
        occurred_at < received_at - make_interval(days => ${LATE_DAYS}) AS is_late
      FROM usage_records WHERE organization_id = ${organizationId} AND part IS NULL AND NOT is_held
        AND (${before?.toISOString() ?? null}::timestamptz IS NULL OR occurred_at < ${before?.toISOString() ?? null}::timestamptz)
      ORDER BY received_at LIMIT ${most}),
    placed AS (
      SELECT taken.key, taken.at, parts.part, parts.free_environments
      FROM taken LEFT JOIN billing_parts AS parts
        ON parts.organization_id = ${organizationId} AND taken.at >= parts.starts_at AND taken.at < parts.ends_at
          AND NOT taken.is_late),
    marked AS (
      UPDATE usage_records AS record
      SET part = placed.part, is_held = placed.part IS NULL,
        is_free = coalesce(record.environment_type = ANY (placed.free_environments), false)
      FROM placed WHERE record.key = placed.key
      RETURNING record.part, record.meter, record.environment_id, record.object_id, record.is_free, record.quantity,
        (placed.at AT TIME ZONE ${timezone})::date AS day),
    summed AS (
      INSERT INTO usage_days (organization_id, part, meter, environment_id, object_id, day, is_free, quantity)
      SELECT ${organizationId}::uuid, part, meter, environment_id, object_id, day, is_free, sum(quantity)
      FROM marked WHERE part IS NOT NULL GROUP BY part, meter, environment_id, object_id, day, is_free
      ON CONFLICT (organization_id, part, meter, environment_id, object_id, day, is_free)
        DO UPDATE SET quantity = usage_days.quantity + excluded.quantity)
    SELECT part, meter, count(*)::int AS records, sum(quantity) FILTER (WHERE NOT is_free) AS units
    FROM marked GROUP BY part, meter ORDER BY part, meter`)
  return {
    records: rows.reduce((sum, { records }) => sum + records, 0),
    used: rows.flatMap(({ part, meter, units }) =>
      part === null || units === null ? [] : { part, meter, units: BigInt(units) },
    ),
  }
}
