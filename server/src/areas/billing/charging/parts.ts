import { meterIds } from '@kinora/contract'
import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { type PeriodPart, partsOf } from '../pricing/periods.ts'
import { pricesByMeter } from '../pricing/prices.ts'
import {
  billingParts,
  billingPlans,
  billingPrices,
  billingSubscriptions,
  type PartRow,
  type WalletRow,
} from '../tables.ts'
import { lastCharges } from './last-charges.ts'

/** The part that follows the others of an organization. */
export interface NextPart extends PeriodPart {
  readonly planId: string
}

/** The newest part of an organization. */
export async function lastPart(tx: Transaction, organizationId: string): Promise<PartRow | undefined> {
  const { organizationId: organization, part } = billingParts
  const [last] = await tx
    .select()
    .from(billingParts)
    .where(eq(organization, organizationId))
    .orderBy(desc(part))
    .limit(1)
  return last
}

/** The part that begins after the last one and not after now, because a period begins or because the plan or its prices change.
 * Null if there is none. The wallet has to be locked. */
export async function nextPart(
  tx: Transaction,
  { organizationId, timezone }: WalletRow,
  last: PartRow | undefined,
  now: Date,
): Promise<NextPart | null> {
  const plans = await tx
    .select()
    .from(billingSubscriptions)
    .where(eq(billingSubscriptions.organizationId, organizationId))
    .orderBy(asc(billingSubscriptions.startsAt))
  const [first] = plans
  if (first === undefined) throw new Error('a wallet has no plan')
  const since = last?.startsAt ?? first.startsAt
  let changes = await changesBetween(tx, plans, since, now)
  if (last === undefined || last.endsAt <= now || changes.length > 0) {
    // Waits for prices that are being added, which the new part would pass over.
    await lockPrices(tx, plans)
    changes = await changesBetween(tx, plans, since, now)
  }
  const [change] = changes
  const startsAt =
    last === undefined ? first.startsAt : change !== undefined && change < last.endsAt ? change : last.endsAt
  if (startsAt > now) return null
  const [span] = partsOf(startsAt, new Date(startsAt.getTime() + 1), changes, timezone)
  if (span === undefined) throw new Error('a part has no time')
  const plan = plans.findLast((each) => each.startsAt <= startsAt) ?? first
  return { ...span, planId: plan.planId }
}

async function lockPrices(tx: Transaction, plans: readonly { readonly planId: string }[]): Promise<void> {
  const ids = plans.map(({ planId }) => planId)
  await tx
    .select({ id: billingPlans.id })
    .from(billingPlans)
    .where(inArray(billingPlans.id, ids))
    .orderBy(asc(billingPlans.id))
    .for('share')
}

/** Whether a part goes on from what the last one has used: it is in the same period. */
export function isContinued(last: PartRow | undefined, { period }: PeriodPart): last is PartRow {
  return last?.periodStartsAt.getTime() === period.startsAt.getTime()
}

/** Begins a part, and ends the last one where it begins. What occurred before and is in the same period should be charged, because
 * tiers and included units of the new part go on from there. */
export async function beginPart(
  tx: Transaction,
  organizationId: string,
  next: NextPart,
  last: PartRow | undefined,
): Promise<PartRow> {
  if (last !== undefined && next.startsAt < last.endsAt)
    await tx
      .update(billingParts)
      .set({ endsAt: next.startsAt })
      .where(and(eq(billingParts.organizationId, organizationId), eq(billingParts.part, last.part)))
  return addPart(tx, organizationId, next, last)
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
  next: NextPart,
  last: PartRow | undefined,
): Promise<PartRow> {
  const { planId, startsAt, endsAt, period } = next
  const [plan] = await tx.select().from(billingPlans).where(eq(billingPlans.id, planId))
  if (plan === undefined) throw new Error('a plan is missing')
  const [row] = await tx
    .insert(billingParts)
    .values({
      organizationId,
      part: (last?.part ?? 0) + 1,
      startsAt,
      endsAt,
      periodStartsAt: period.startsAt,
      periodEndsAt: period.endsAt,
      planId,
      prices: await pricesByMeter(tx, planId, startsAt),
      carried: isContinued(last, next) ? await totalsAfter(tx, last) : {},
      freeEnvironments: plan.freeEnvironments,
      minimum: plan.minimum,
    })
    .returning()
  if (row === undefined) throw new Error('a part was not inserted')
  return row
}

/** Units by meter that a part and those before it in its period have used. */
async function totalsAfter(tx: Transaction, { organizationId, part, carried }: PartRow) {
  const meters = meterIds.map((meter) => ({ part, meter }))
  const last = await lastCharges(tx, organizationId, meters)
  return { ...carried, ...Object.fromEntries(last.map((row) => [row.meter, String(row.totalAfter)])) }
}
