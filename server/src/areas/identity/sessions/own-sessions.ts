import type { SignedInSession } from '@kinora/contract'
import type { Person } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { endOtherSessions, endSession } from '../accounts/sessions.ts'
import type { Identity } from '../identity.ts'
import { accountOf, recordAccountEvent } from '../security-log/records.ts'
import { assertRecentlyAuthenticated } from './recent-authentication.ts'
import { sessionsOf } from './session-list.ts'

/** Active sessions of the person, newest first, without those of administrators who act as the person. */
export function listSessions(identity: Identity, { userId, sessionId }: Person): Promise<SignedInSession[]> {
  return sessionsOf(identity, userId, sessionId)
}

/** Ends the current session. */
export async function signOut({ db, clock }: Identity, person: Person): Promise<void> {
  await db.transaction(async (tx) => {
    await endSession(tx, clock, person.userId, person.sessionId)
    await recordAccountEvent(tx, clock, { action: 'session.ended', account: accountOf(person), by: person })
  })
}

/** Ends a session of the person. @throws problem not-found, authentication-old */
export async function revokeSession(identity: Identity, person: Person, sessionId: string): Promise<void> {
  const { db, clock } = identity
  await db.transaction(async (tx) => {
    // Signing out of the current session needs no proof.
    if (sessionId !== person.sessionId) await assertRecentlyAuthenticated(identity, tx, person)
    if (!(await endSession(tx, clock, person.userId, sessionId))) throw problem('not-found')
    const details = { sessionId }
    await recordAccountEvent(tx, clock, { action: 'session.revoked', account: accountOf(person), details })
  })
}

/** Ends all other sessions of the person. @throws problem authentication-old */
export async function revokeOtherSessions(identity: Identity, person: Person): Promise<void> {
  const { db, clock } = identity
  await db.transaction(async (tx) => {
    await assertRecentlyAuthenticated(identity, tx, person)
    const count = await endOtherSessions(tx, clock, person.userId, person.sessionId)
    const details = { sessions: count }
    await recordAccountEvent(tx, clock, { action: 'session.revoked', account: accountOf(person), details })
  })
}
