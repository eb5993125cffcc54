import type { BillingPlan, BodyOf, billingCalls } from '@kinora/contract'
import { eq, sql } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { type Change, recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { organizationName, organizationsOfPerson } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { billingPlans, billingPrices } from '../tables.ts'
import { planView } from './plan-view.ts'

/** @throws problem name-taken, not-found for an unknown organization */
export async function createPlan(
  { db, clock }: Pick<Billing, 'db' | 'clock'>,
  actor: Person,
  given: BodyOf<(typeof billingCalls)['createBillingPlan']>,
): Promise<BillingPlan> {
  const now = clock.now()
  const { organizationId } = given
  if (organizationId !== undefined && (await organizationName(db, organizationId)) === null)
    throw problem('not-found')
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(billingPlans)
      .values({
        ...given,
        id: uuidv7(now.getTime()),
        credit: BigInt(given.credit),
        minimum: BigInt(given.minimum),
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning()
    if (row === undefined) throw problem('name-taken')
    const { name, currency, credit, minimum, freeEnvironments } = given
    const after = { plan: name, currency, credit, minimum, freeEnvironments }
    await recordPlanChange(tx, actor, row, { action: 'billing.plan.created', after }, now)
    return planView(tx, row, now)
  })
}

/** Records a change of a plan in the trail of its organization. For a plan of all, in those of the organizations of who made it. */
async function recordPlanChange(
  tx: Transaction,
  actor: Person,
  { organizationId }: Pick<typeof billingPlans.$inferSelect, 'organizationId'>,
  audit: NonNullable<Change['audit']>,
  at: Date,
): Promise<void> {
  const own = organizationId === null ? await organizationsOfPerson(tx, actor) : [{ id: organizationId }]
  for (const { id } of own) {
    const object = { type: 'organization' as const, id, name: (await organizationName(tx, id)) ?? '' }
    await recordChange(tx, { actor, scope: { organizationId: id } }, { object, audit }, at)
  }
}

const MINUTE_MS = 60_000

/** Adds a version of a price. It is valid from the next full minute on or later, because what was charged does not change. The plan
 * is locked, so that no part with its prices begins in the meantime.
 * @throws problem not-found, price-in-past */
export async function addPrice(
  { db, clock }: Pick<Billing, 'db' | 'clock'>,
  actor: Person,
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
    const after = { plan: plan.name, meter, mode, per, included, tiers, validFrom: validFrom.toISOString() }
    await recordPlanChange(tx, actor, plan, { action: 'billing.price.added', after }, now)
    return planView(tx, plan, now)
  })
}
