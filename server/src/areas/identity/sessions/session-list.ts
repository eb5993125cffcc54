import type { SignedInSession } from '@kinora/contract'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { isInUse } from '../accounts/sessions.ts'
import type { Identity } from '../identity.ts'
import { sessions } from '../tables.ts'

const MOST = 100

/** Active sessions of a user, newest first, without those of administrators who act as the user.
 * @param currentId the session of the caller */
export async function sessionsOf(
  { db, clock, config }: Identity,
  userId: string,
  currentId: string,
): Promise<SignedInSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        isNull(sessions.impersonatorId),
        gt(sessions.expiresAt, clock.now()),
        isInUse(config, clock.now()),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(MOST)
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === currentId,
    userAgent: row.userAgent,
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}
