import type { Member } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import { can, type OrganizationScope, type Person } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { environmentIdsOf } from '../organizations/environments.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import {
  assertCovers,
  assertHasOwner,
  deleteEnvironmentRoles,
  environmentRolesOf,
  type RoleRow,
  roleOf,
} from '../roles/rights.ts'
import { members, roles, users } from '../tables.ts'
import { revokeTokensOf } from '../tokens/tokens.ts'
import { revokeInvitationsBy } from './invitations.ts'
import { memberView } from './member-list.ts'

interface Membership {
  readonly role: RoleRow
  readonly name: string
}

/** Changes the role of a member. @throws problem not-found, role-too-strong, last-owner */
export async function changeMember(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: { userId: string; roleId: string },
): Promise<Member> {
  const { organizationId } = scope
  return db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    const role = await roleOf(tx, organizationId, given.roleId)
    const member = await membershipOf(tx, organizationId, given.userId)
    await assertCovers(tx, actor, scope, member.role)
    await assertCovers(tx, actor, scope, role)
    await tx.update(members).set({ roleId: role.id }).where(isMember(organizationId, given.userId))
    await assertHasOwner(tx, organizationId)
    await recordChange(
      tx,
      { actor, scope: { organizationId } },
      {
        object: { type: 'member', id: given.userId, name: member.name },
        audit: {
          action: 'member.role.changed',
          before: { role: member.role.name },
          after: { role: role.name },
        },
      },
      clock.now(),
    )
    const view = await memberView(tx, organizationId, given.userId)
    if (view === null) throw problem('not-found')
    return view
  })
}

/** Removes a member with their environment roles, API tokens and invitations. Other areas react to the event, which
 * is published once per environment.
 * @throws problem not-found, forbidden, organization-inactive, role-too-strong, last-owner */
export async function removeMember(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  userId: string,
): Promise<void> {
  const { organizationId } = scope
  await db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    const member = await membershipOf(tx, organizationId, userId)
    if (userId !== actor.userId) await assertCanRemove(tx, actor, scope, userId, member.role)
    await tx.delete(members).where(isMember(organizationId, userId))
    await assertHasOwner(tx, organizationId)
    await deleteEnvironmentRoles(tx, organizationId, userId)
    await revokeInvitationsBy(tx, actor, organizationId, userId, clock.now())
    await revokeTokensOf(tx, actor, organizationId, userId, clock.now())
    const object = { type: 'member', id: userId, name: member.name } as const
    for (const environmentId of await environmentIdsOf(tx, organizationId))
      await recordChange(
        tx,
        null,
        { environmentId, object, event: { type: 'member.removed', data: {} } },
        clock.now(),
      )
    await recordChange(
      tx,
      { actor, scope: { organizationId } },
      {
        object,
        audit: { action: 'member.removed', before: { role: member.role.name } },
      },
      clock.now(),
    )
  })
}

/** @throws problem forbidden, organization-inactive, role-too-strong */
async function assertCanRemove(
  tx: Transaction,
  actor: Person,
  scope: OrganizationScope,
  userId: string,
  role: RoleRow,
): Promise<void> {
  if (!can(scope.grants, ['Settings', 'User', 'delete'])) throw problem('forbidden')
  if (!scope.organizationIsActive) throw problem('organization-inactive')
  await assertCovers(tx, actor, scope, role)
  for (const own of await environmentRolesOf(tx, scope.organizationId, userId))
    await assertCovers(tx, actor, scope, own.role, own.environmentId)
}

function isMember(organizationId: string, userId: string) {
  return and(eq(members.organizationId, organizationId), eq(members.userId, userId))
}

async function membershipOf(tx: Transaction, organizationId: string, userId: string): Promise<Membership> {
  const [row] = await tx
    .select({ role: roles, firstName: users.firstName, lastName: users.lastName })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(isMember(organizationId, userId))
  if (!row) throw problem('not-found')
  return { role: row.role, name: `${row.firstName} ${row.lastName}` }
}
