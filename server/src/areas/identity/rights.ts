import { and, eq } from 'drizzle-orm'
import { grantsOf, type OrganizationScope, type Person } from '../../platform/auth.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { problem } from '../../platform/problem.ts'
import { members, organizations, roles } from './tables.ts'

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
 * @throws problem role-too-strong
 */
export async function assertCovers(
  db: Queryable,
  actor: Person,
  scope: OrganizationScope,
  role: Pick<RoleRow, 'permissions' | 'builtIn'>,
): Promise<void> {
  const [own] = await db
    .select({ builtIn: roles.builtIn, settings: organizations.settings })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(and(eq(members.organizationId, scope.organizationId), eq(members.userId, actor.userId)))
  if (!own) throw problem('not-found')
  if (own.builtIn === 'owner') return
  const given = grantsOf(role.permissions, own.settings['modules.enabled'] ?? '')
  if (role.builtIn === 'owner' || !given.isSubsetOf(scope.grants)) throw problem('role-too-strong')
}

/**
 * Members of one organisation are changed one after the other, so that two owners cannot leave each other behind.
 * @throws problem not-found
 */
export async function lockMembers(tx: Transaction, organizationId: string): Promise<void> {
  const [locked] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
  if (!locked) throw problem('not-found')
}

/** To be asked after a change under `lockMembers`. @throws problem last-owner */
export async function assertHasOwner(tx: Transaction, organizationId: string): Promise<void> {
  const [owner] = await tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, organizationId), eq(roles.builtIn, 'owner')))
    .limit(1)
  if (!owner) throw problem('last-owner')
}
