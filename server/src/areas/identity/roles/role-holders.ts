import type { RoleUser } from '@kinora/contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { roleNameOf } from '../organizations/views.ts'
import { environmentRoles, environments, members, roles, users } from '../tables.ts'
import { assertCovers, type RoleRow, roleOf } from './rights.ts'

/** The list shows whom a change of a role affects; the members list has everybody, with pages. */
const MAX_HOLDERS = 500

/** Users with any role, or with this one, in the organization and its environments. */
export async function listRoleUsers(
  { db }: Identity,
  organizationId: string,
  roleId: string | undefined,
): Promise<RoleUser[]> {
  const isWanted = roleId === undefined ? undefined : eq(roles.id, roleId)
  const everywhere = await db
    .select({ user: users, role: roles, environmentId: sql<string | null>`NULL` })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, organizationId), isWanted))
    .orderBy(asc(sortName(users.firstName)), asc(users.id))
    .limit(MAX_HOLDERS)
  const inOne = await db
    .select({ user: users, role: roles, environmentId: environments.id })
    .from(environmentRoles)
    .innerJoin(environments, eq(environments.id, environmentRoles.environmentId))
    .innerJoin(users, eq(users.id, environmentRoles.userId))
    .innerJoin(roles, eq(roles.id, environmentRoles.roleId))
    .where(and(eq(environments.organizationId, organizationId), isWanted))
    .orderBy(asc(sortName(users.firstName)), asc(users.id))
    .limit(MAX_HOLDERS)
  return [...everywhere, ...inOne].map(({ user, role, environmentId }) => roleUser(user, role, environmentId))
}

/** Assigns a role in one environment to a member. @throws problem not-found, role-too-strong */
export async function assignRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: { userId: string; roleId: string; environmentId: string },
): Promise<RoleUser> {
  const { organizationId } = scope
  return db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    const role = await roleOf(tx, organizationId, given.roleId)
    const membership = await membershipIn(tx, organizationId, given)
    await assertCanChange(tx, actor, scope, given, [membership.role, role])
    await tx
      .insert(environmentRoles)
      .values(given)
      .onConflictDoUpdate({
        target: [environmentRoles.userId, environmentRoles.environmentId],
        set: { roleId: role.id },
      })
    const after = { user: membership.name, environment: membership.environment }
    await recordChange(
      tx,
      { actor, scope: { organizationId, environmentId: given.environmentId } },
      { object: objectOf(role), audit: { action: 'role.assigned', after } },
      clock.now(),
    )
    return roleUser(membership.user, role, given.environmentId)
  })
}

/** Removes a member's role in one environment. @throws problem not-found, role-too-strong */
export async function unassignRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: { userId: string; environmentId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    const membership = await membershipIn(tx, scope.organizationId, given)
    const where = and(
      eq(environmentRoles.userId, given.userId),
      eq(environmentRoles.environmentId, given.environmentId),
    )
    // The organization role applies again, so the actor must be able to grant it too.
    await assertCanChange(tx, actor, scope, given, [membership.role, membership.organizationRole])
    const [deleted] = await tx.delete(environmentRoles).where(where).returning()
    if (!deleted) throw problem('not-found')
    const before = { user: membership.name, environment: membership.environment }
    await recordChange(
      tx,
      { actor, scope: { organizationId: scope.organizationId, environmentId: given.environmentId } },
      { object: objectOf(membership.role), audit: { action: 'role.unassigned', before } },
      clock.now(),
    )
  })
}

/** Checks that the actor has all rights of the old and the new role. Only owners change their own role, which may
 * restrict them.
 * @throws problem role-too-strong */
async function assertCanChange(
  tx: Transaction,
  actor: Person,
  scope: OrganizationScope,
  { userId, environmentId }: { userId: string; environmentId: string },
  changed: readonly RoleRow[],
): Promise<void> {
  if (userId === actor.userId) await assertCovers(tx, actor, scope, { permissions: null, builtIn: 'owner' })
  for (const role of changed) await assertCovers(tx, actor, scope, role, environmentId)
}

/** A member and an environment of the organization, with the role that applies there.
 * @throws problem not-found */
async function membershipIn(
  tx: Transaction,
  organizationId: string,
  { userId, environmentId }: { userId: string; environmentId: string },
) {
  const [row] = await tx
    .select({ user: users, environment: environments.name, role: roles })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .innerJoin(environments, eq(environments.organizationId, members.organizationId))
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.userId, userId),
        eq(environments.id, environmentId),
      ),
    )
  if (!row) throw problem('not-found')
  const [own] = await tx
    .select({ role: roles })
    .from(environmentRoles)
    .innerJoin(roles, eq(roles.id, environmentRoles.roleId))
    .where(and(eq(environmentRoles.userId, userId), eq(environmentRoles.environmentId, environmentId)))
  const { user, environment, role: organizationRole } = row
  const name = `${user.firstName} ${user.lastName}`
  return { user, name, environment, organizationRole, role: own?.role ?? organizationRole }
}

function objectOf({ id, name }: RoleRow) {
  return { type: 'role', id, name } as const
}

function roleUser(user: typeof users.$inferSelect, role: RoleRow, environmentId: string | null): RoleUser {
  const { id: userId, firstName, lastName, email } = user
  return { userId, name: `${firstName} ${lastName}`, email, role: roleNameOf(role), environmentId }
}
