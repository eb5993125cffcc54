import { and, eq, lte, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../../../platform/database/database.ts'
import { billingHolds } from '../tables.ts'

export interface NewHold {
  readonly key: string
  readonly organizationId: string
  readonly currency: string
  readonly amount: bigint
  /** The balance that has to be left. Null if nothing is refused. */
  readonly floor: bigint | null
  readonly at: Date
  readonly until: Date
}

/** Reserves money, once for each key; again, it prolongs the time. A key whose work has ended reserves
 * money again. False if too little would be left. */
export async function hold(db: Queryable, given: NewHold): Promise<boolean> {
  const { key, organizationId, currency, amount, floor, at, until } = given
  const { rows } = await db.execute<{ held: boolean }>(sql`
    SELECT billing_hold(${key}, ${organizationId}, ${currency}, ${String(amount)}::bigint,
      ${floor === null ? null : String(floor)}::bigint, ${at.toISOString()}::timestamptz,
      ${until.toISOString()}::timestamptz) AS held`)
  return rows[0]?.held === true
}

/** Marks that the work of a hold has ended. The charge of what it used releases the hold. */
export async function markDue(tx: Transaction, key: string): Promise<void> {
  await tx
    .update(billingHolds)
    .set({ state: 'due' })
    .where(and(eq(billingHolds.key, key), eq(billingHolds.state, 'open')))
}

/** Keys of holds whose work has ended. */
export async function dueHolds(tx: Transaction, organizationId: string): Promise<string[]> {
  const rows = await tx
    .select({ key: billingHolds.key })
    .from(billingHolds)
    .where(and(eq(billingHolds.organizationId, organizationId), eq(billingHolds.state, 'due')))
  return rows.map(({ key }) => key)
}

/** Ends holds whose work has ended, each at most once. */
export async function releaseHolds(db: Queryable, keys: readonly string[]): Promise<void> {
  for (const key of keys) await db.execute(sql`SELECT billing_release(${key})`)
}

const EXPIRED_AT_ONCE = 500

/** Ends holds whose work never said that it ended. */
export async function releaseExpired(db: Database, now: Date): Promise<void> {
  const rows = await db
    .select({ key: billingHolds.key })
    .from(billingHolds)
    .where(and(eq(billingHolds.state, 'open'), lte(billingHolds.expiresAt, now)))
    .limit(EXPIRED_AT_ONCE)
  // They may have been prolonged since they were read.
  for (const { key } of rows)
    await db.execute(sql`SELECT billing_release(${key}, ${now.toISOString()}::timestamptz)`)
}
