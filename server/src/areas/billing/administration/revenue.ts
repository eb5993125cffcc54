import type { BillingRevenue, MeterId } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { billingRevenueDays } from './tables.ts'

interface Row extends Record<string, unknown> {
  readonly month: string
  readonly currency: string
  /** Null for what was received. */
  readonly meter: MeterId | null
  readonly amount: string
}

/** Charges by month and meter, and receipts, newest first. Minimums of plans have no meter, and are in the total.
 * @param months with the current one */
export async function getRevenue(
  { db, clock }: Pick<Billing, 'db' | 'clock'>,
  months: number,
): Promise<BillingRevenue> {
  const now = clock.now()
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - months, 1)).toISOString()
  const month = (time: string) => sql`to_char(${sql.raw(time)} AT TIME ZONE 'UTC', 'YYYY-MM')`
  const { rows: charged } = await db.execute<Row>(sql`
    SELECT month, currency, meter, sum(amount) AS amount FROM (
      SELECT to_char(day, 'YYYY-MM') AS month, currency, meter, amount FROM ${billingRevenueDays}
      WHERE day >= ${since.slice(0, 10)}::date
      UNION ALL
      SELECT ${month('charged_at')}, wallets.currency, charges.meter, charges.amount
      FROM billing_charges AS charges JOIN billing_wallets AS wallets USING (organization_id)
      WHERE charged_at >= greatest(${since}::timestamptz,
        (SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' FROM ${billingRevenueDays}))) AS amounts
    GROUP BY 1, 2, 3`)
  const { rows: posted } = await db.execute<{
    month: string
    currency: string
    kind: string
    amount: string
  }>(sql`
    SELECT ${month('posted_at')} AS month, wallets.currency, CASE kind WHEN 'minimum' THEN kind ELSE 'received' END AS kind,
      sum((line->>'amount')::bigint) AS amount
    FROM billing_journals AS journals JOIN billing_wallets AS wallets USING (organization_id),
      jsonb_array_elements(lines) AS line
    WHERE posted_at >= ${since}::timestamptz AND kind <> 'charge'
      AND (kind = 'minimum' AND line->>'account' = 'revenue' OR line->>'account' = 'cash')
    GROUP BY 1, 2, 3`)
  const keys = [...charged, ...posted].map(({ month, currency }) => `${month} ${currency}`)
  const items = [...new Set(keys)]
    .toSorted()
    .reverse()
    .map((key) => {
      const [month = '', currency = ''] = key.split(' ')
      const isOfKey = (row: { month: string; currency: string }) =>
        row.month === month && row.currency === currency
      const meters = charged.filter(isOfKey)
      const sum = (some: readonly { readonly amount: string }[]) =>
        some.reduce((total, { amount }) => total + BigInt(amount), 0n)
      const minimums = posted.filter((row) => isOfKey(row) && row.kind === 'minimum')
      const received = posted.filter((row) => isOfKey(row) && row.kind === 'received')
      return {
        month,
        currency,
        total: integerOf(sum(meters) + sum(minimums)),
        received: integerOf(-sum(received)),
        meters: meters.flatMap(({ meter, amount }) =>
          meter === null ? [] : [{ meter, amount: integerOf(BigInt(amount)) }],
        ),
      }
    })
  return { items }
}
