import type { BillingPeriod } from '@kinora/contract'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Billing } from '../billing.ts'
import { periodOf, type Span } from '../pricing/periods.ts'
import { billingParts } from '../tables.ts'
import { readWallet } from './wallets.ts'

/** Periods of two years. */
const MAX_PERIODS = 24

/** The periods of an organization since its wallet was opened. */
export async function listPeriods(
  billing: Billing,
  organizationId: string,
): Promise<{ current: BillingPeriod; items: BillingPeriod[] }> {
  const { timezone, openedAt } = await readWallet(billing, organizationId)
  const current = periodOf(billing.clock.now(), timezone)
  const { periodStartsAt, periodEndsAt } = billingParts
  const rows = await billing.db
    .selectDistinct({ startsAt: periodStartsAt, endsAt: periodEndsAt })
    .from(billingParts)
    .where(and(eq(billingParts.organizationId, organizationId), gt(periodEndsAt, openedAt)))
    .orderBy(desc(periodStartsAt))
    .limit(MAX_PERIODS)
  const others = rows.filter(({ startsAt }) => startsAt.getTime() !== current.startsAt.getTime())
  return { current: periodView(current), items: [current, ...others].map(periodView) }
}

export async function currentPeriod(billing: Billing, organizationId: string): Promise<BillingPeriod> {
  return (await listPeriods(billing, organizationId)).current
}

export function periodView({ startsAt, endsAt }: Span): BillingPeriod {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}
