import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { periodOf, type Span } from '../pricing/periods.ts'
import { billingParts, billingSubscriptions, type WalletRow } from '../tables.ts'

/** The plan of an organization at a time. */
export async function planAt(db: Queryable, organizationId: string, at: Date): Promise<string> {
  const [row] = await db
    .select({ planId: billingSubscriptions.planId })
    .from(billingSubscriptions)
    .where(
      and(eq(billingSubscriptions.organizationId, organizationId), lte(billingSubscriptions.startsAt, at)),
    )
    .orderBy(desc(billingSubscriptions.startsAt))
    .limit(1)
  if (row === undefined) throw new Error('a wallet has no plan')
  return row.planId
}

/** The sum of the charges in the period of a time. */
export async function spentIn(
  db: Queryable,
  { organizationId, timezone }: Pick<WalletRow, 'organizationId' | 'timezone'>,
  at: Date,
): Promise<bigint> {
  return spentInPeriod(db, organizationId, periodOf(at, timezone))
}

/** The sum of the charges in a period. */
export async function spentInPeriod(
  db: Queryable,
  organizationId: string,
  { startsAt }: Span,
): Promise<bigint> {
  const [row] = await db
    .select({ spent: sql<string>`coalesce(sum(${billingParts.spent}), 0)` })
    .from(billingParts)
    .where(and(eq(billingParts.organizationId, organizationId), eq(billingParts.periodStartsAt, startsAt)))
  return BigInt(row?.spent ?? 0)
}
