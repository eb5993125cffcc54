import type { InstallationPlan } from '@kinora/contract'
import { asc, sql } from 'drizzle-orm'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { organizationName } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { planView } from '../plans/plan-view.ts'
import { billingPlans } from '../tables.ts'

/** All plans by name, also those of one organization and those without prices. */
export async function listInstallationPlans({ db, clock }: Pick<Billing, 'db' | 'clock'>, page: PageQuery) {
  const now = clock.now()
  return loadPage(page, {
    select: db.select().from(billingPlans).orderBy(asc(billingPlans.name)),
    total: db.$count(billingPlans),
    view: (rows) =>
      Promise.all(
        rows.map(
          async (row): Promise<InstallationPlan> => ({
            ...(await planView(db, row, now)),
            organizationId: row.organizationId,
            organizationName:
              row.organizationId === null ? null : await organizationName(db, row.organizationId),
            subscribers: await subscribersOf(db, row.id, now),
          }),
        ),
      ),
  })
}

/** The number of organizations whose current plan this is. */
async function subscribersOf(db: Billing['db'], planId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT DISTINCT ON (organization_id) plan_id FROM billing_subscriptions
      WHERE starts_at <= ${now.toISOString()}::timestamptz ORDER BY organization_id, starts_at DESC) AS current
    WHERE plan_id = ${planId}`)
  return rows[0]?.count ?? 0
}
