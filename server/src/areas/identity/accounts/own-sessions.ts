import type { SignedInSession } from '@kinora/contract'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { accountOf, recordAccountEvent } from '../security-log/records.ts'
import { sessions } from '../tables.ts'
import { endOtherSessions, endSession } from './sessions.ts'

/** Active sessions of the person, newest first, without those of administrators who act as the person. */
export async function listSessions({ db, clock }: Identity, person: Person): Promise<SignedInSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, person.userId),
        isNull(sessions.revokedAt),
        isNull(sessions.impersonatorId),
        gt(sessions.expiresAt, clock.now()),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(100)
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === person.sessionId,
    userAgent: row.userAgent,
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}

/** Ends the current session. */
export async function signOut({ db, clock }: Identity, person: Person): Promise<void> {
  await db.transaction(async (tx) => {
    await endSession(tx, clock, person.userId, person.sessionId)
    await recordAccountEvent(tx, clock, { action: 'session.ended', account: accountOf(person), by: person })
  })
}

/** Ends a session of the person. @throws problem not-found */
export async function revokeSession(
  { db, clock }: Identity,
  person: Person,
  sessionId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, clock, person.userId, sessionId))) throw problem('not-found')
    const details = { sessionId }
    await recordAccountEvent(tx, clock, { action: 'session.revoked', account: accountOf(person), details })
  })
}

/** Ends all other sessions of the person. */
export async function revokeOtherSessions({ db, clock }: Identity, person: Person): Promise<void> {
  await db.transaction(async (tx) => {
    const count = await endOtherSessions(tx, clock, person.userId, person.sessionId)
    const details = { sessions: count }
    await recordAccountEvent(tx, clock, { action: 'session.revoked', account: accountOf(person), details })
  })
}
