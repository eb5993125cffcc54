import { and, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { periodOf } from '../pricing/periods.ts'
import type { WalletRow } from '../tables.ts'
import { billingPayments, billingRecharges, type PaymentRow, type RechargeRow } from './tables.ts'

export async function findRecharge(db: Queryable, organizationId: string): Promise<RechargeRow | null> {
  const [row] = await db
    .select()
    .from(billingRecharges)
    .where(eq(billingRecharges.organizationId, organizationId))
  return row ?? null
}

export async function changeRecharge(
  tx: Transaction,
  { organizationId }: Pick<RechargeRow, 'organizationId'>,
  change: Partial<RechargeRow>,
): Promise<void> {
  await tx.update(billingRecharges).set(change).where(eq(billingRecharges.organizationId, organizationId))
}

/** The sum of payments without a person in the billing period, with those under way. */
export async function addedInPeriod(
  db: Queryable,
  { organizationId, timezone }: Pick<WalletRow, 'organizationId' | 'timezone'>,
  at: Date,
): Promise<bigint> {
  const { origin, state, bookedAt, createdAt, amount } = billingPayments
  const [row] = await db
    .select({ sum: sql`coalesce(sum(${amount}), 0)`.mapWith(BigInt) })
    .from(billingPayments)
    .where(
      and(
        eq(billingPayments.organizationId, organizationId),
        eq(origin, 'recharge'),
        gte(createdAt, periodOf(at, timezone).startsAt),
        or(isNotNull(bookedAt), inArray(state, ['processing', 'needs_action'])),
      ),
    )
  return row?.sum ?? 0n
}

/** Notes how an attempt of the auto-recharge went. */
export async function noteRechargeResult(tx: Transaction, payment: PaymentRow, at: Date): Promise<void> {
  const { organizationId, state, origin, resolution } = payment
  // An administrator returned the money: the card was not declined.
  if (origin !== 'recharge' || resolution === 'returned') return
  const order = await findRecharge(tx, organizationId)
  if (order === null) return
  if (state === 'needs_action') return changeRecharge(tx, order, { notice: 'action' })
  if (state === 'failed')
    return changeRecharge(tx, order, { declined: order.declined + 1, lastAttemptAt: at })
  if (state !== 'succeeded') return
  // Armed also if the balance is below the threshold again: more was used while the payment waited. One an hour and the cap of the
  // month limit what follows.
  await changeRecharge(tx, order, { declined: 0, isArmed: true })
}
