import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { minorUnits } from '../pricing/currency.ts'
import { amountBetween } from '../pricing/stored-price.ts'
import { divisionOf } from '../pricing/tax.ts'
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
    ...(await spentFaults(db, organizationId)),
    ...(await journalFaults(db, organizationId)),
    ...(await paymentFaults(db, organizationId)),
  ]
  for (const part of parts) found.push(...(await sumFaults(db, part)), ...(await chargeFaults(db, part)))
  return found
}

/** Parts whose sum is not that of what was charged in them. */
async function spentFaults(db: Queryable, organizationId: string): Promise<string[]> {
  const { rows } = await db.execute<{ part: number }>(sql`
    SELECT part FROM billing_parts AS parts WHERE organization_id = ${organizationId} AND spent <> (
      SELECT coalesce(sum(amount), 0) FROM billing_charges AS charges
      WHERE charges.organization_id = parts.organization_id AND charges.charged_in = parts.part)
    LIMIT ${MOST}`)
  return rows.map(({ part }) => `the sum of part ${part} is not that of its charges`)
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
  const { rows } = await db.execute<BookedPayment & Record<string, unknown>>(sql`
    WITH posted AS (
      SELECT split_part(journals.key, ':', 2) AS payment,
        coalesce(sum((line->>'amount')::bigint) FILTER (WHERE line->>'account' = 'wallet'), 0) AS wallet,
        coalesce(sum((line->>'amount')::bigint) FILTER (WHERE line->>'account' = 'tax'), 0) AS tax
      FROM billing_journals AS journals, jsonb_array_elements(journals.lines) AS line
      WHERE journals.organization_id = ${organizationId} AND journals.key LIKE 'payment:%'
      GROUP BY 1),
    payments AS (
      SELECT id::text AS payment, reference, amount, tax, taken_back, currency, booked_at IS NOT NULL AS is_booked
      FROM billing_payments WHERE organization_id = ${organizationId})
    SELECT coalesce(reference, payment) AS reference, payments.amount::text, payments.tax::text, taken_back::text AS "takenBack",
      currency, coalesce(posted.wallet, 0)::text AS "postedWallet", coalesce(posted.tax, 0)::text AS "postedTax"
    FROM payments FULL JOIN posted USING (payment)
    -- Those of which a part was taken back are compared below.
    WHERE coalesce(taken_back, 0) NOT IN (0, amount + payments.tax)
      OR coalesce(posted.wallet, 0) <> CASE WHEN is_booked AND taken_back = 0 THEN amount ELSE 0 END
      OR coalesce(posted.tax, 0) <> CASE WHEN is_booked AND taken_back = 0 THEN payments.tax ELSE 0 END`)
  return rows
    .filter((row) => !isPosted(row))
    .slice(0, MOST)
    .map(({ reference }) => `the payment ${reference} is not what was posted for it`)
}

/** A payment with what was posted for it. */
interface BookedPayment {
  readonly reference: string
  /** Null if there is no payment. */
  readonly amount: string | null
  readonly tax: string | null
  readonly takenBack: string | null
  readonly currency: string | null
  readonly postedWallet: string
  readonly postedTax: string
}

/** Whether a payment of which a part was taken back is what was posted for it. */
function isPosted({ amount, tax, takenBack, currency, postedWallet, postedTax }: BookedPayment): boolean {
  if (amount === null || tax === null || takenBack === null || currency === null || takenBack === '0')
    return false
  const paid = { amount: BigInt(amount), tax: BigInt(tax) }
  const left = paid.amount + paid.tax - BigInt(takenBack)
  if (left === 0n) return false
  const back = divisionOf(paid, BigInt(takenBack), minorUnits(currency))
  return BigInt(postedWallet) === paid.amount - back.amount && BigInt(postedTax) === paid.tax - back.tax
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
