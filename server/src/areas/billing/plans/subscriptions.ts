import type { BillingSubscription, Organization } from '@kinora/contract'
import { and, desc, eq } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import { can } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { planAt } from '../accounts/spending.ts'
import { lockWallet, readWallet } from '../accounts/wallets.ts'
import type { Billing } from '../billing.ts'
import { lastPart } from '../charging/parts.ts'
import { billingPlans, billingSubscriptions } from '../tables.ts'
import { isOffered, listPlans } from './plan-view.ts'

/** The plans in the currency of the wallet, and the current one. */
export async function listChoices(billing: Billing, organizationId: string) {
  const { db, clock } = billing
  const now = clock.now()
  const wallet = await readWallet(billing, organizationId)
  const plans = await listPlans(db, now, organizationId)
  return {
    items: plans.filter(({ currency }) => currency === wallet.currency),
    currentId: await planAt(db, organizationId, now),
  }
}

/** The plans that an organization has had, newest first. */
export async function listSubscriptions(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  organizationId: string,
) {
  await readWallet(billing, organizationId)
  return { items: await subscriptionsOf(billing.db, organizationId) }
}

async function subscriptionsOf(db: Queryable, organizationId: string): Promise<BillingSubscription[]> {
  const { planId, startsAt } = billingSubscriptions
  const rows = await db
    .select({ planId, startsAt, planName: billingPlans.name })
    .from(billingSubscriptions)
    .innerJoin(billingPlans, eq(billingPlans.id, planId))
    .where(eq(billingSubscriptions.organizationId, organizationId))
    .orderBy(desc(startsAt))
  return rows.map((row, n) => ({
    planId: row.planId,
    planName: row.planName,
    startsAt: row.startsAt.toISOString(),
    endsAt: rows[n - 1]?.startsAt.toISOString() ?? null,
  }))
}

/** Changes the plan from now on. The next charge begins a part with it, after it has charged what was used before.
 * @throws problem not-found, plan-currency */
export async function changePlan(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  actor: Person,
  { organizationId, organizationName }: Pick<OrganizationScope, 'organizationId' | 'organizationName'>,
  planId: string,
) {
  const { db, clock } = billing
  return db.transaction(async (tx) => {
    const wallet = await lockWallet(tx, billing, organizationId)
    const now = clock.now()
    const [plan] = await tx
      .select()
      .from(billingPlans)
      .where(and(eq(billingPlans.id, planId), isOffered(organizationId, now)))
    if (plan === undefined) throw problem('not-found')
    if (plan.currency !== wallet.currency) throw problem('plan-currency')
    const [before] = await subscriptionsOf(tx, organizationId)
    if (before?.planId !== planId) {
      await tx.insert(billingSubscriptions).values({
        organizationId,
        startsAt: await startOfPlan(tx, organizationId, now),
        planId,
      })
      await recordChange(
        tx,
        { actor, scope: { organizationId } },
        {
          object: { type: 'organization', id: organizationId, name: organizationName },
          audit: {
            action: 'billing.plan.changed',
            before: { plan: before?.planName ?? null },
            after: { plan: plan.name },
          },
        },
        now,
      )
    }
    return { items: await subscriptionsOf(tx, organizationId) }
  })
}

/** Now, and later than the last plan and the last part began, also if the clock was set back: a part is cut only after its start. */
async function startOfPlan(tx: Transaction, organizationId: string, now: Date): Promise<Date> {
  const { startsAt } = billingSubscriptions
  const [plan] = await tx
    .select({ startsAt })
    .from(billingSubscriptions)
    .where(eq(billingSubscriptions.organizationId, organizationId))
    .orderBy(desc(startsAt))
    .limit(1)
  const part = await lastPart(tx, organizationId)
  const begun = Math.max(plan?.startsAt.getTime() ?? 0, part?.startsAt.getTime() ?? 0)
  return new Date(Math.max(now.getTime(), begun + 1))
}

/** The plans of the organizations whose billing a person may read. */
export async function listPlansOfPerson(
  billing: Billing,
  person: Person,
  organizations: readonly Pick<Organization, 'id'>[],
) {
  const items = []
  for (const { id } of organizations) {
    const scope = await billing.authenticator.organization(person, id)
    if (!can(scope.grants, ['Settings', 'Billing', 'read'])) continue
    const { items: plans } = await listSubscriptions(billing, id)
    const [current] = plans
    if (current !== undefined)
      items.push({ organizationId: id, planId: current.planId, planName: current.planName })
  }
  return { items }
}
