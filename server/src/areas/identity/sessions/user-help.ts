import { eq } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { deleteFactor } from '../accounts/second-factor.ts'
import { endOtherSessions } from '../accounts/sessions.ts'
import type { Identity } from '../identity.ts'
import { accountOfRow, recordAccountEvent } from '../security-log/records.ts'
import { users } from '../tables.ts'

/** Ends all sessions of a user, but not that of the administrator who asks. @throws problem not-found */
export async function endUserSessions({ db, clock }: Identity, admin: Person, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = accountOfRow(await userRow(tx, userId))
    const details = { sessions: await endOtherSessions(tx, clock, userId, admin.sessionId) }
    await recordAccountEvent(tx, clock, { action: 'session.revoked', account, by: admin, details })
  })
}

/** Turns off the second factor of somebody who has lost it, and ends their sessions.
 * @throws problem not-found, forbidden for the administrator's own */
export async function resetSecondFactor(
  { db, clock }: Identity,
  admin: Person,
  userId: string,
): Promise<void> {
  if (userId === admin.userId) throw problem('forbidden')
  await db.transaction(async (tx) => {
    const account = accountOfRow(await userRow(tx, userId))
    await deleteFactor(tx, userId)
    await endOtherSessions(tx, clock, userId, null)
    await recordAccountEvent(tx, clock, { action: 'second_factor.reset', account, by: admin })
  })
}

async function userRow(tx: Transaction, userId: string): Promise<typeof users.$inferSelect> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!user) throw problem('not-found')
  return user
}
