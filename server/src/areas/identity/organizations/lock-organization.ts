import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { organizations } from '../tables.ts'

/** Serializes changes of members, invitations, roles and environments. Otherwise two owners could remove each other,
 * and counts and checked rights could change before they are used.
 * @throws problem not-found */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
  const [locked] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
  if (!locked) throw problem('not-found')
}
