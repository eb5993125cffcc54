import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { amountBetween } from '../pricing/stored-price.ts'
import { billingCharges, billingParts, type PartRow } from '../tables.ts'

type ChargeRow = typeof billingCharges.$inferSelect

/** Finds what does not add up in the usage and charges of an organization. */
export async function bookFaults(db: Queryable, organizationId: string): Promise<string[]> {
  const parts = await db.select().from(billingParts).where(eq(billingParts.organizationId, organizationId))
  return [
    ...(await sumFaults(db, organizationId)),
    ...(await journalFaults(db, organizationId)),
    ...(await chargeFaults(db, organizationId, parts)),
  ]
}

/** Sums of days that differ from their records. */
async function sumFaults(db: Queryable, organizationId: string): Promise<string[]> {
  const { rows } = await db.execute<{ part: number; meter: string }>(sql`
    WITH records AS (
      SELECT part, meter, is_free, sum(quantity) AS units FROM usage_records
      WHERE organization_id = ${organizationId} AND part IS NOT NULL GROUP BY part, meter, is_free),
    days AS (
      SELECT part, meter, is_free, sum(quantity) AS units FROM usage_days
      WHERE organization_id = ${organizationId} GROUP BY part, meter, is_free)
    SELECT part, meter FROM records FULL JOIN days USING (part, meter, is_free)
    WHERE records.units IS DISTINCT FROM days.units`)
  return rows.map(({ part, meter }) => `the days of ${meter} in part ${part} are not the sum of its records`)
}

/** Journals whose amount is not that of their charges. */
async function journalFaults(db: Queryable, organizationId: string): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    SELECT journals.key FROM billing_journals AS journals
    LEFT JOIN (SELECT journal_id, sum(amount) AS amount FROM billing_charges
      WHERE organization_id = ${organizationId} AND journal_id IS NOT NULL GROUP BY journal_id) AS charges
      ON charges.journal_id = journals.id
    WHERE journals.organization_id = ${organizationId} AND journals.kind = 'charge'
      AND charges.amount IS DISTINCT FROM (
        SELECT -(line->>'amount')::numeric FROM jsonb_array_elements(journals.lines) AS line
        WHERE line->>'account' = 'wallet')`)
  return rows.map(({ key }) => `the journal ${key} is not the sum of its charges`)
}

/** Charges that do not continue each other, whose total is not that of the days, or whose sum is not the price of the total. */
async function chargeFaults(
  db: Queryable,
  organizationId: string,
  parts: readonly PartRow[],
): Promise<string[]> {
  const rows = await db
    .select()
    .from(billingCharges)
    .where(eq(billingCharges.organizationId, organizationId))
    .orderBy(asc(billingCharges.part), asc(billingCharges.meter), asc(billingCharges.number))
  const days = await db.execute<{ part: number; meter: string; units: string }>(sql`
    SELECT part, meter, sum(quantity) AS units FROM usage_days
    WHERE organization_id = ${organizationId} AND NOT is_free GROUP BY part, meter`)
  const unitsOf = new Map(days.rows.map(({ part, meter, units }) => [`${part} ${meter}`, BigInt(units)]))
  const chains = Map.groupBy(rows, ({ part, meter }) => `${part} ${meter}`)
  const uncharged = [...unitsOf].filter(([name, units]) => units !== 0n && !chains.has(name))
  return [
    ...uncharged.map(([name]) => `usage of ${name} is not charged`),
    ...[...chains].flatMap(([name, chain]) => {
      const part = parts.find((each) => each.part === chain[0]?.part)
      return part === undefined
        ? [`${name} has no part`]
        : chainFaults(name, part, chain, unitsOf.get(name) ?? 0n)
    }),
  ]
}

function chainFaults(name: string, part: PartRow, chain: readonly ChargeRow[], units: bigint): string[] {
  const [first] = chain
  if (first === undefined) return []
  const carried = BigInt(part.carried[first.meter] ?? 0)
  let before = carried
  let amount = 0n
  for (const [n, charge] of chain.entries()) {
    if (charge.number !== n + 1 || charge.totalBefore !== before)
      return [`charge ${charge.number} of ${name} does not continue the one before`]
    before = charge.totalAfter
    amount += charge.amount
  }
  const faults: string[] = []
  if (before !== carried + units) faults.push(`the total of ${name} is not that of its days`)
  if (amount !== amountBetween(part.prices[first.meter], carried, before))
    faults.push(`the charges of ${name} are not the price of its total`)
  return faults
}
