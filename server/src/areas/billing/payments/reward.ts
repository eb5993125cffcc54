import { and, eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { planAt } from '../accounts/spending.ts'
import { updateStanding } from '../accounts/standing.ts'
import { post } from '../ledger/ledger.ts'
import { billingJournals, billingPlans, type WalletRow } from '../tables.ts'

/** The credit that the first card of an organization earns. Zero if it has had it, or its plan has none. */
export async function offeredReward(db: Queryable, organizationId: string, at: Date): Promise<bigint> {
  const { key } = billingJournals
  const isOwn = eq(billingJournals.organizationId, organizationId)
  if ((await db.$count(billingJournals, and(isOwn, eq(key, keyOf(organizationId))))) > 0) return 0n
  const [plan] = await db
    .select({ credit: billingPlans.credit })
    .from(billingPlans)
    .where(eq(billingPlans.id, await planAt(db, organizationId, at)))
  return plan?.credit ?? 0n
}

/** Gives the credit for the first card, once for each organization. The wallet has to be locked. @returns its amount */
export async function postReward(tx: Transaction, wallet: WalletRow, at: Date): Promise<bigint> {
  const { organizationId, currency } = wallet
  const credit = await offeredReward(tx, organizationId, at)
  if (credit === 0n) return 0n
  await post(tx, {
    key: keyOf(organizationId),
    organizationId,
    kind: 'credit',
    currency,
    lines: { credit: -credit, wallet: credit },
    note: 'Credit for payment details',
    at,
  })
  await updateStanding(tx, wallet, at)
  return credit
}

const keyOf = (organizationId: string) => `reward:${organizationId}`
