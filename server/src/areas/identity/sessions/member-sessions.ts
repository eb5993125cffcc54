import type { SignedInSession } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { endOtherSessions, endSession } from '../accounts/sessions.ts'
import type { Identity } from '../identity.ts'
import { assertCovers, environmentRolesOf } from '../roles/rights.ts'
import { type Account, accountOfRow, recordAccountEvent } from '../security-log/records.ts'
import { members, roles, users } from '../tables.ts'
import { assertRecentlyAuthenticated } from './recent-authentication.ts'
import { sessionsOf } from './session-list.ts'

/** Sessions of a member. @throws problem not-found, role-too-strong */
export async function listMemberSessions(
  identity: Identity,
  actor: Person,
  scope: OrganizationScope,
  userId: string,
): Promise<SignedInSession[]> {
  await managedMember(identity.db, actor, scope, userId)
  return sessionsOf(identity, userId, actor.sessionId)
}

/** Ends a session of a member. @throws problem not-found, role-too-strong */
export async function endMemberSession(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await managedMember(tx, actor, scope, userId)
    if (userId === actor.userId) await assertRecentlyAuthenticated({ clock }, tx, actor)
    if (!(await endSession(tx, clock, userId, sessionId))) throw problem('not-found')
    const event = { action: 'session.revoked', account, by: actor, details: { sessionId } } as const
    await recordAccountEvent(tx, clock, event)
  })
}

/** Ends all sessions of a member. @throws problem not-found, role-too-strong */
export async function endMemberSessions(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  userId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await managedMember(tx, actor, scope, userId)
    if (userId === actor.userId) await assertRecentlyAuthenticated({ clock }, tx, actor)
    const count = await endOtherSessions(tx, clock, userId, null)
    const event = { action: 'session.revoked', account, by: actor, details: { sessions: count } } as const
    await recordAccountEvent(tx, clock, event)
  })
}

/** A member whose rights the actor has too. @throws problem not-found, role-too-strong */
async function managedMember(
  db: Queryable,
  actor: Person,
  scope: OrganizationScope,
  userId: string,
): Promise<Account> {
  const { organizationId } = scope
  const [found] = await db
    .select({ role: roles, user: users })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
  if (!found) throw problem('not-found')
  await assertCovers(db, actor, scope, found.role)
  for (const own of await environmentRolesOf(db, organizationId, userId))
    await assertCovers(db, actor, scope, own.role, own.environmentId)
  return accountOfRow(found.user)
}
