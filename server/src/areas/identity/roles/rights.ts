import { and, eq, inArray } from 'drizzle-orm'
import { covers, type OrganizationScope, type Person } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { environmentRoles, environments, members, organizations, roles } from '../tables.ts'

export type RoleRow = typeof roles.$inferSelect

/** A role of the scope's organisation. @throws problem not-found */
export async function roleOf(db: Queryable, organizationId: string, roleId: string): Promise<RoleRow> {
  const [role] = await db
    .select()
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.organizationId, organizationId)))
  if (!role) throw problem('not-found')
  return role
}

/**
 * Nobody gives or takes more rights than they have, and only an owner makes or unmakes owners.
 * @param environmentId where the role is to hold; null where it may hold anywhere, for which also the actor's own
 * roles in single environments have to do
 * @throws problem role-too-strong
 */
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

/** The roles that a member has in single environments of the organisation. */
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

/** Takes from somebody who is no member, or not yet, whatever role they have in an environment. */
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

/**
 * An organisation's members, invitations, roles and environments are changed one after the other: two owners cannot
 * leave each other behind, nobody is given what is just taken from them, and what is counted or looked up stays so.
 * @throws problem not-found
 */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
  const [locked] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
  if (!locked) throw problem('not-found')
}

/** To be asked after a change under `lockOrganization`. @throws problem last-owner */
export async function assertHasOwner(tx: Transaction, organizationId: string): Promise<void> {
  const [owner] = await tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, organizationId), eq(roles.builtIn, 'owner')))
    .limit(1)
  if (!owner) throw problem('last-owner')
}
