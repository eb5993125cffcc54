import { and, eq, inArray } from 'drizzle-orm'
import { covers, type OrganizationScope, type Person } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { environmentRoles, environments, members, roles } from '../tables.ts'

export type RoleRow = typeof roles.$inferSelect

/** A role of the organization. @throws problem not-found */
export async function roleOf(db: Queryable, organizationId: string, roleId: string): Promise<RoleRow> {
  const [role] = await db
    .select()
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.organizationId, organizationId)))
  if (!role) throw problem('not-found')
  return role
}

/** Checks that the actor has all rights of a role that they grant or revoke. Only owners change owners.
 * @param environmentId the environment of the role. Null if it applies everywhere; then the actor's own environment
 * roles must cover it too.
 * @throws problem role-too-strong */
export async function assertCovers(
  db: Queryable,
  actor: Person,
  { organizationId }: OrganizationScope,
  role: Pick<RoleRow, 'permissions' | 'builtIn'>,
  environmentId: string | null = null,
): Promise<void> {
  const [own] = await db
    .select({ builtIn: roles.builtIn, permissions: roles.permissions })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, actor.userId)))
  if (!own) throw problem('not-found')
  if (own.builtIn === 'owner') return
  const inEnvironments = (await environmentRolesOf(db, organizationId, actor.userId)).filter(
    (each) => environmentId === null || each.environmentId === environmentId,
  )
  const inOne = inEnvironments.map((each) => each.role.permissions)
  const mine = environmentId === null || inOne.length === 0 ? [own.permissions, ...inOne] : inOne
  const isCovered = mine.every((permissions) => covers(permissions, role.permissions))
  if (role.builtIn === 'owner' || !isCovered) throw problem('role-too-strong')
}

/** A member's roles in single environments of the organization. */
export function environmentRolesOf(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<{ environmentId: string; role: RoleRow }[]> {
  return db
    .select({ environmentId: environments.id, role: roles })
    .from(environmentRoles)
    .innerJoin(environments, eq(environments.id, environmentRoles.environmentId))
    .innerJoin(roles, eq(roles.id, environmentRoles.roleId))
    .where(and(eq(environments.organizationId, organizationId), eq(environmentRoles.userId, userId)))
}

/** Deletes a user's roles in all environments of the organization. */
export async function deleteEnvironmentRoles(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<void> {
  const inOrganization = tx
    .select({ id: environments.id })
    .from(environments)
    .where(eq(environments.organizationId, organizationId))
  await tx
    .delete(environmentRoles)
    .where(and(eq(environmentRoles.userId, userId), inArray(environmentRoles.environmentId, inOrganization)))
}

/** Call after a change under `lockOrganization`. @throws problem last-owner */
export async function assertHasOwner(tx: Transaction, organizationId: string): Promise<void> {
  const [owner] = await tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, organizationId), eq(roles.builtIn, 'owner')))
    .limit(1)
  if (!owner) throw problem('last-owner')
}
