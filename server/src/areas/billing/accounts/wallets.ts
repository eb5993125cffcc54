import { eq } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Billing } from '../billing.ts'
import { periodOf } from '../pricing/periods.ts'
import { billingPlans, billingSubscriptions, billingWallets, type WalletRow } from '../tables.ts'

const DAY_S = 86_400
/** Usage that arrives later than this after the fact is not charged without an administrator. */
export const LATE_DAYS = 60

/** The wallet of an organization, locked until the transaction ends. Opened with the default plan if there is none: its first
 * period is so early that late usage has a period too. */
export async function lockWallet(
  tx: Transaction,
  billing: Pick<Billing, 'clock' | 'config'>,
  organizationId: string,
): Promise<WalletRow> {
  const isOwn = eq(billingWallets.organizationId, organizationId)
  const find = () => tx.select().from(billingWallets).where(isOwn).for('no key update')
  const [known] = await find()
  if (known !== undefined) return known
  const openedAt = billing.clock.now()
  const timezone = billing.config.BILLING_TIMEZONE
  const [plan] = await tx.select().from(billingPlans).where(eq(billingPlans.isDefault, true))
  if (plan === undefined) throw new Error('there is no default plan')
  const [opened] = await tx
    .insert(billingWallets)
    .values({ organizationId, currency: plan.currency, timezone, openedAt })
    .onConflictDoNothing()
    .returning()
  if (opened === undefined) {
    const [other] = await find()
    if (other === undefined) throw new Error('a wallet was not opened')
    return other
  }
  const { startsAt } = periodOf(addSeconds(openedAt, -LATE_DAYS * DAY_S), timezone)
  await tx.insert(billingSubscriptions).values({ organizationId, startsAt, planId: plan.id })
  return opened
}

/** The wallet of an organization, to be read. Locked only to open it if there is none, so that readers do not wait for charges. */
export async function readWallet(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  organizationId: string,
): Promise<WalletRow> {
  const [known] = await billing.db
    .select()
    .from(billingWallets)
    .where(eq(billingWallets.organizationId, organizationId))
  return known ?? billing.db.transaction((tx) => lockWallet(tx, billing, organizationId))
}
