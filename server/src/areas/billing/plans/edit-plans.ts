import type { BillingPlan, BodyOf, billingCalls } from '@kinora/contract'
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { organizationName } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { billingPlans, billingPrices } from '../tables.ts'
import { planView } from './plan-view.ts'

/** @throws problem name-taken, not-found for an unknown organization */
export async function createPlan(
  { db, clock }: Billing,
  given: BodyOf<(typeof billingCalls)['createBillingPlan']>,
): Promise<BillingPlan> {
  const now = clock.now()
  const { organizationId } = given
  if (organizationId !== undefined && (await organizationName(db, organizationId)) === null)
    throw problem('not-found')
  const [row] = await db
    .insert(billingPlans)
    .values({ ...given, id: uuidv7(now.getTime()), credit: BigInt(given.credit), createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (row === undefined) throw problem('name-taken')
  return planView(db, row, now)
}

const MINUTE_MS = 60_000

/** Adds a version of a price. It is valid from the next full minute on or later, because what was charged does not change. The plan
 * is locked, so that no part with its prices begins in the meantime.
 * @throws problem not-found, price-in-past */
export async function addPrice(
  { db, clock }: Pick<Billing, 'db' | 'clock'>,
  planId: string,
  given: BodyOf<(typeof billingCalls)['addMeterPrice']>,
): Promise<BillingPlan> {
  const askedAt = clock.now()
  if (given.validFrom !== undefined && new Date(given.validFrom) < askedAt) throw problem('price-in-past')
  return db.transaction(async (tx) => {
    const [plan] = await tx
      .select()
      .from(billingPlans)
      .where(eq(billingPlans.id, planId))
      .for('no key update')
    if (plan === undefined) throw problem('not-found')
    const now = clock.now()
    const nextMinute = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS
    const validFrom = new Date(Math.max(nextMinute, Date.parse(given.validFrom ?? '') || 0))
    const { meter, mode, per, included, tiers } = given
    const added = await tx
      .insert(billingPrices)
      .values({
        id: uuidv7(now.getTime()),
        planId,
        meter,
        mode,
        per: BigInt(per),
        included: BigInt(included),
        tiers: tiers.map(({ upTo, micros }) => ({
          upTo: upTo === null ? null : String(upTo),
          micros: String(micros),
        })),
        validFrom,
      })
      .onConflictDoNothing()
      .returning({ one: sql`1` })
    if (added.length === 0) throw problem('price-in-past')
    return planView(tx, plan, now)
  })
}
