import { sql } from 'drizzle-orm'
import type { Billing } from '../billing.ts'
import { billingRevenueDays } from './tables.ts'

/** A day is added up this long after its end, when no transaction of it is open anymore. */
const SETTLED_MS = 3_600_000
const DAY_MS = 86_400_000
/** Days that one sweep adds up. */
const MOST_DAYS = 400

/** Adds up the charges of the days that are over, each once, so that the revenue of months is a sum of days. */
export async function addUpDays({ db, clock }: Pick<Billing, 'db' | 'clock'>): Promise<void> {
  const { rows } = await db.execute<{ next: string | null }>(sql`
    SELECT coalesce((SELECT max(day) + 1 FROM ${billingRevenueDays}),
      (SELECT min(charged_at AT TIME ZONE 'UTC')::date FROM billing_charges))::text AS next`)
  const next = rows[0]?.next ?? null
  if (next === null) return
  const until = clock.now().getTime() - SETTLED_MS
  const first = Date.parse(next)
  for (let n = 0; n < MOST_DAYS && first + (n + 1) * DAY_MS <= until; n++) {
    const startsAt = new Date(first + n * DAY_MS).toISOString()
    const endsAt = new Date(first + (n + 1) * DAY_MS).toISOString()
    await db.execute(sql`
      INSERT INTO ${billingRevenueDays} (day, currency, meter, amount)
      SELECT ${startsAt.slice(0, 10)}::date, wallets.currency, charges.meter, sum(charges.amount)
      FROM billing_charges AS charges JOIN billing_wallets AS wallets USING (organization_id)
      WHERE charged_at >= ${startsAt}::timestamptz AND charged_at < ${endsAt}::timestamptz
      GROUP BY 2, 3 ON CONFLICT DO NOTHING`)
  }
}
