import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type PeriodPart, partsOf } from '../pricing/periods.ts'
import { pricesAt } from '../pricing/prices.ts'
import type { StoredPrice } from '../tables.ts'
import {
  billingCharges,
  billingParts,
  billingPlans,
  billingPrices,
  billingSubscriptions,
  type PartRow,
  type WalletRow,
} from '../tables.ts'

/** Creates the parts of periods up to now, and returns the current one. The wallet has to be locked. */
export async function ensureParts(tx: Transaction, wallet: WalletRow, now: Date): Promise<PartRow> {
  const { organizationId, timezone } = wallet
  const isOwn = eq(billingParts.organizationId, organizationId)
  const [last] = await tx.select().from(billingParts).where(isOwn).orderBy(desc(billingParts.part)).limit(1)
  const plans = await tx
    .select()
    .from(billingSubscriptions)
    .where(eq(billingSubscriptions.organizationId, organizationId))
    .orderBy(asc(billingSubscriptions.startsAt))
  const [first] = plans
  if (first === undefined) throw new Error('a wallet has no plan')
  const since = last?.startsAt ?? first.startsAt
  const changes = await changesBetween(tx, plans, since, now)
  const [nextChange] = changes
  let previous = last
  if (last !== undefined && nextChange !== undefined && nextChange < last.endsAt) {
    const isLast = and(isOwn, eq(billingParts.part, last.part))
    const [cut] = await tx.update(billingParts).set({ endsAt: nextChange }).where(isLast).returning()
    previous = cut
  }
  const from = previous?.endsAt ?? first.startsAt
  if (from <= now) {
    for (const span of partsOf(from, addSeconds(now, 1), changes, timezone)) {
      const plan = plans.findLast(({ startsAt }) => startsAt <= span.startsAt) ?? first
      previous = await addPart(tx, organizationId, plan.planId, span, previous)
    }
  }
  if (previous === undefined) throw new Error('a wallet has no part')
  return previous
}

/** Times after `since` up to now at which the plan or its prices change, in order. */
async function changesBetween(
  tx: Transaction,
  plans: readonly (typeof billingSubscriptions.$inferSelect)[],
  since: Date,
  now: Date,
): Promise<Date[]> {
  const ids = [...new Set(plans.map(({ planId }) => planId))]
  const prices = await tx
    .selectDistinct({ planId: billingPrices.planId, at: billingPrices.validFrom })
    .from(billingPrices)
    .where(
      and(
        inArray(billingPrices.planId, ids),
        gt(billingPrices.validFrom, since),
        lte(billingPrices.validFrom, now),
      ),
    )
  const ofPlan = prices.filter(
    ({ planId, at }) => plans.findLast(({ startsAt }) => startsAt <= at)?.planId === planId,
  )
  const times = [...plans.map(({ startsAt }) => startsAt), ...ofPlan.map(({ at }) => at)]
    .filter((at) => at > since && at <= now)
    .map((at) => at.getTime())
  return [...new Set(times)].toSorted((a, b) => a - b).map((at) => new Date(at))
}

async function addPart(
  tx: Transaction,
  organizationId: string,
  planId: string,
  { startsAt, endsAt, period }: PeriodPart,
  previous: PartRow | undefined,
): Promise<PartRow> {
  const [plan] = await tx.select().from(billingPlans).where(eq(billingPlans.id, planId))
  if (plan === undefined) throw new Error('a plan is missing')
  const isSamePeriod = previous?.periodStartsAt.getTime() === period.startsAt.getTime()
  const prices: Record<string, StoredPrice> = {}
  for (const { meter, ...price } of await pricesAt(tx, planId, startsAt)) prices[meter] = price
  const [row] = await tx
    .insert(billingParts)
    .values({
      organizationId,
      part: (previous?.part ?? 0) + 1,
      startsAt,
      endsAt,
      periodStartsAt: period.startsAt,
      periodEndsAt: period.endsAt,
      planId,
      prices,
      carried: previous !== undefined && isSamePeriod ? await totalsAfter(tx, previous) : {},
      freeEnvironments: plan.freeEnvironments,
    })
    .returning()
  if (row === undefined) throw new Error('a part was not inserted')
  return row
}

/** Units by meter that a part and those before it in its period have used. */
async function totalsAfter(tx: Transaction, { organizationId, part, carried }: PartRow) {
  const { meter, totalAfter, number } = billingCharges
  const rows = await tx
    .selectDistinctOn([meter], { meter, totalAfter })
    .from(billingCharges)
    .where(and(eq(billingCharges.organizationId, organizationId), eq(billingCharges.part, part)))
    .orderBy(asc(meter), desc(number))
  return { ...carried, ...Object.fromEntries(rows.map((row) => [row.meter, String(row.totalAfter)])) }
}
