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

/** Adds a version of a price. It is valid from the next moment on, because what was charged does not change.
 * @throws problem not-found, price-in-past */
export async function addPrice(
  { db, clock }: Billing,
  planId: string,
  given: BodyOf<(typeof billingCalls)['addMeterPrice']>,
): Promise<BillingPlan> {
  const now = clock.now()
  const validFrom = given.validFrom === undefined ? now : new Date(given.validFrom)
  if (validFrom < now) throw problem('price-in-past')
  return db.transaction(async (tx) => {
    const [plan] = await tx.select().from(billingPlans).where(eq(billingPlans.id, planId))
    if (plan === undefined) throw problem('not-found')
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
