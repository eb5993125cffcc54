import { eq } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { members, users } from '../tables.ts'
import { revokeTokensOf } from '../tokens/tokens.ts'
import { deleteFactor } from './second-factor.ts'
import { endOtherSessions } from './sessions.ts'

/** Marks the address as confirmed. Somebody else may have created an unconfirmed account, so its sessions, second
 * factor, recovery codes and API tokens are revoked. The caller replaces the password. */
export async function confirmAddress(
  tx: Transaction,
  clock: Clock,
  { id, firstName, lastName, verifiedAt }: typeof users.$inferSelect,
): Promise<void> {
  if (verifiedAt !== null) return
  const at = clock.now()
  await tx.update(users).set({ verifiedAt: at }).where(eq(users.id, id))
  await deleteFactor(tx, id)
  await endOtherSessions(tx, clock, id, null)
  const actor = {
    kind: 'person',
    userId: id,
    name: `${firstName} ${lastName}`,
    impersonatedBy: null,
  } as const
  const memberships = await tx.select().from(members).where(eq(members.userId, id))
  for (const { organizationId } of memberships) await revokeTokensOf(tx, actor, organizationId, id, at)
}
