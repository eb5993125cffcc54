import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../contract/test-case.ts'

export const organizationIn = ({ owner }: Pick<Tenant, 'owner'>) => ({ id: owner.organizationId ?? '' })

/** A plan that only this organization can choose. */
export async function ownPlan({ owner, sql }: Pick<Tenant, 'owner' | 'sql'>): Promise<string> {
  const id = randomUUID()
  await sql(
    `INSERT INTO billing_plans (id, organization_id, name, currency, created_at) VALUES ($1, $2, $3, 'USD', now())`,
    [id, owner.organizationId, `Plan ${id}`],
  )
  await sql(
    `INSERT INTO billing_prices (id, plan_id, meter, mode, per, included, tiers, valid_from)
     VALUES ($1, $2, 'portrait', 'graduated', 60000, 0, '[{"upTo": null, "micros": "31000"}]', '2020-01-01T00:00:00Z')`,
    [randomUUID(), id],
  )
  return id
}
