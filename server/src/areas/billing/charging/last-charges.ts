import type { MeterId } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'

/** The last charge of a meter in a part. */
export interface LastCharge {
  readonly part: number
  readonly meter: MeterId
  readonly number: number
  readonly totalAfter: bigint
}

/** The last charge of each of these meters. Each is one look into the index, however many charges the part has. */
export async function lastCharges(
  db: Queryable,
  organizationId: string,
  meters: readonly { readonly part: number; readonly meter: MeterId }[],
): Promise<LastCharge[]> {
  const given = JSON.stringify(meters.map(({ part, meter }) => ({ part, meter })))
  const { rows } = await db.execute<{
    part: number
    meter: MeterId
    number: number
    total_after: string
  }>(sql`
    SELECT given.part, given.meter, charge.number, charge.total_after
    FROM jsonb_to_recordset(${given}::jsonb) AS given (part integer, meter text)
    CROSS JOIN LATERAL (
      SELECT number, total_after FROM billing_charges
      WHERE organization_id = ${organizationId} AND part = given.part AND meter = given.meter
      ORDER BY number DESC LIMIT 1) AS charge`)
  return rows.map(({ total_after, ...row }) => ({ ...row, totalAfter: BigInt(total_after) }))
}
