import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { amountBetween } from '../pricing/stored-price.ts'
import { billingParts, type PartRow } from '../tables.ts'

/** Faults of a kind that are found in one part; one is enough to stop charges. */
const MOST = 10

/** Finds what does not add up in the usage and charges of an organization. Each part is checked on its own, so that no statement and
 * no list grows with the age of the organization. */
export async function bookFaults(db: Queryable, organizationId: string): Promise<string[]> {
  const parts = await db
    .select()
    .from(billingParts)
    .where(eq(billingParts.organizationId, organizationId))
    .orderBy(asc(billingParts.part))
  const found = [
    ...(await strayFaults(db, organizationId, parts.at(-1)?.part ?? 0)),
    ...(await journalFaults(db, organizationId)),
    ...(await paymentFaults(db, organizationId)),
  ]
  for (const part of parts) found.push(...(await sumFaults(db, part)), ...(await chargeFaults(db, part)))
  return found
}

/** Usage and charges of parts that do not exist. */
async function strayFaults(db: Queryable, organizationId: string, lastPart: number): Promise<string[]> {
  const isStray = sql`organization_id = ${organizationId} AND (part < 1 OR part > ${lastPart})`
  const { rows } = await db.execute<{ part: number; meter: string }>(sql`
    (SELECT part, meter FROM usage_days WHERE ${isStray} LIMIT ${MOST})
    UNION (SELECT part, meter FROM billing_charges WHERE ${isStray} LIMIT ${MOST})`)
  return rows.map(({ part, meter }) => `${part} ${meter} has no part`)
}

/** Sums of days that differ from their records. Parts whose records are being deleted have none to compare. */
async function sumFaults(db: Queryable, { organizationId, part }: PartRow): Promise<string[]> {
  const { rows } = await db.execute<{ meter: string }>(sql`
    WITH records AS (
      SELECT meter, is_free, sum(quantity) AS units FROM usage_records
      WHERE organization_id = ${organizationId} AND part = ${part} GROUP BY meter, is_free),
    days AS (
      SELECT meter, is_free, sum(quantity) AS units FROM usage_days
      WHERE organization_id = ${organizationId} AND part = ${part} GROUP BY meter, is_free)
    SELECT meter FROM records FULL JOIN days USING (meter, is_free)
    WHERE records.units IS DISTINCT FROM days.units
      AND NOT EXISTS (SELECT FROM usage_pruned WHERE organization_id = ${organizationId} AND part = ${part})
    LIMIT ${MOST}`)
  return rows.map(({ meter }) => `the days of ${meter} in part ${part} are not the sum of its records`)
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
        WHERE line->>'account' = 'wallet')
    LIMIT ${MOST}`)
  return rows.map(({ key }) => `the journal ${key} is not the sum of its charges`)
}

/** Payments that are not what the ledger has of them. */
async function paymentFaults(db: Queryable, organizationId: string): Promise<string[]> {
  const { rows } = await db.execute<{ reference: string }>(sql`
    WITH posted AS (
      SELECT split_part(journals.key, ':', 2) AS payment, sum((line->>'amount')::bigint) AS amount
      FROM billing_journals AS journals, jsonb_array_elements(journals.lines) AS line
      WHERE journals.organization_id = ${organizationId} AND journals.key LIKE 'payment:%'
        AND line->>'account' = 'wallet'
      GROUP BY 1),
    payments AS (
      SELECT id::text AS payment, reference, CASE WHEN booked_at IS NULL THEN 0 ELSE amount - taken_back END AS amount
      FROM billing_payments WHERE organization_id = ${organizationId})
    SELECT coalesce(reference, payment) AS reference FROM payments FULL JOIN posted USING (payment)
    WHERE coalesce(payments.amount, 0) <> coalesce(posted.amount, 0) LIMIT ${MOST}`)
  return rows.map(({ reference }) => `the payment ${reference} is not what was posted for it`)
}

/** The charges of a meter in a part, with what its days used. */
interface Chain {
  readonly meter: string
  /** Number of the first charge that does not continue the one before. */
  readonly broken: number | null
  /** Total after the last charge. Null if there are no charges. */
  readonly total: string | null
  readonly amount: string | null
  /** Null if there are no days. */
  readonly units: string | null
}

/** Charges that do not continue each other, whose total is not that of the days, or whose sum is not the price of the total. */
async function chargeFaults(db: Queryable, part: PartRow): Promise<string[]> {
  const { organizationId, part: number } = part
  const own = sql`organization_id = ${organizationId} AND part = ${number}`
  const { rows } = await db.execute<Chain & Record<string, unknown>>(sql`
    WITH chained AS (
      SELECT meter, number, amount, total_after, lead(number) OVER chain IS NULL AS is_last,
        number <> row_number() OVER chain OR total_before <> lag(total_after, 1,
          coalesce((${JSON.stringify(part.carried)}::jsonb->>meter)::bigint, 0)) OVER chain AS is_broken
      FROM billing_charges WHERE ${own} WINDOW chain AS (PARTITION BY meter ORDER BY number)),
    chains AS (
      SELECT meter, min(number) FILTER (WHERE is_broken) AS broken, max(total_after) FILTER (WHERE is_last) AS total,
        sum(amount) AS amount
      FROM chained GROUP BY meter),
    days AS (SELECT meter, sum(quantity) AS units FROM usage_days WHERE ${own} AND NOT is_free GROUP BY meter)
    SELECT meter, broken, total::text, amount::text, units::text FROM chains FULL JOIN days USING (meter) ORDER BY meter`)
  return rows.flatMap((chain) => chainFaults(part, chain))
}

function chainFaults({ part, carried: carriedOf, prices }: PartRow, chain: Chain): string[] {
  const { meter, broken, total } = chain
  const name = `${part} ${meter}`
  const units = BigInt(chain.units ?? 0)
  if (total === null) return units === 0n ? [] : [`usage of ${name} is not charged`]
  if (broken !== null) return [`charge ${broken} of ${name} does not continue the one before`]
  const carried = BigInt(carriedOf[meter] ?? 0)
  const after = BigInt(total)
  const faults: string[] = []
  if (after !== carried + units) faults.push(`the total of ${name} is not that of its days`)
  if (BigInt(chain.amount ?? 0) !== amountBetween(prices[meter], carried, after))
    faults.push(`the charges of ${name} are not the price of its total`)
  return faults
}
