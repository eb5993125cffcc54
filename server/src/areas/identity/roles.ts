import { builtInRoles, type Role, type RoleUser } from '@kinora/contract'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { audit, changesBetween } from '../../platform/audit.ts'
import type { OrganizationScope, Person } from '../../platform/auth.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { problem } from '../../platform/problem.ts'
import type { Identity } from './identity.ts'
import { assertRoom } from './limits.ts'
import { assertCovers, lockOrganization, type RoleRow, roleOf } from './rights.ts'
import { environmentRoles, environments, invitations, members, roles, users } from './tables.ts'
import { roleNameOf } from './views.ts'

interface RoleInput {
  readonly name: string
  readonly permissions: string | null
}

/** How many people hold a role, each counted once. */
const holders = sql<number>`(SELECT count(DISTINCT user_id)::int FROM (
  SELECT user_id FROM members WHERE members.role_id = roles.id
  UNION ALL SELECT user_id FROM environment_roles WHERE environment_roles.role_id = roles.id) AS holders)`

/** The built-in roles in their order, then the organisation's own by name. */
export async function listRoles({ db }: Identity, organizationId: string): Promise<Role[]> {
  const rows = await db
    .select({ role: roles, users: holders })
    .from(roles)
    .where(eq(roles.organizationId, organizationId))
    .orderBy(asc(sql`lower(${roles.name})`))
  const place = ({ builtIn }: RoleRow) => (builtIn === null ? Infinity : builtInRoles.indexOf(builtIn))
  return rows.sort((a, b) => place(a.role) - place(b.role) || 0).map((row) => roleView(row.role, row.users))
}

/** @throws problem name-taken, role-too-strong, limit-reached */
export async function createRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: RoleInput,
): Promise<Role> {
  const { organizationId } = scope
  return db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    await assertCovers(tx, actor, scope, { ...given, builtIn: null })
    assertRoom(await tx.$count(roles, eq(roles.organizationId, organizationId)), 'roles')
    await assertNameFree(tx, organizationId, given.name, null)
    const at = clock.now()
    const [row] = await tx
      .insert(roles)
      .values({ ...given, id: uuidv7(), organizationId, createdAt: at })
      .onConflictDoNothing()
      .returning()
    if (!row) throw problem('name-taken')
    await auditRole(tx, actor, row, 'role.created', { after: { ...given } }, at)
    return roleView(row, 0)
  })
}

/** @throws problem not-found, role-built-in, name-taken, role-too-strong */
export async function updateRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  roleId: string,
  given: RoleInput,
): Promise<Role> {
  const { organizationId } = scope
  return db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    const before = await ownRole(tx, organizationId, roleId)
    // Also what is taken away has to be one's own to take.
    await assertCovers(tx, actor, scope, before)
    await assertCovers(tx, actor, scope, { ...given, builtIn: null })
    await assertNameFree(tx, organizationId, given.name, roleId)
    const [row] = await tx.update(roles).set(given).where(eq(roles.id, roleId)).returning()
    if (!row) throw problem('not-found')
    const changes = changesBetween({ name: before.name, permissions: before.permissions }, { ...given })
    if (changes !== null) await auditRole(tx, actor, row, 'role.updated', changes, clock.now())
    const [counted] = await tx.select({ users: holders }).from(roles).where(eq(roles.id, roleId))
    return roleView(row, counted?.users ?? 0)
  })
}

/** Deletes a role that nobody holds or is invited to. @throws problem not-found, role-built-in, role-in-use */
export async function deleteRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  roleId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    const role = await ownRole(tx, scope.organizationId, roleId)
    const where = await usesOf(tx, roleId)
    if (where.length > 0) throw problem('role-in-use', { detail: where.join(', ') })
    await tx.delete(roles).where(eq(roles.id, roleId))
    const before = { name: role.name, permissions: role.permissions }
    await auditRole(tx, actor, role, 'role.deleted', { before }, clock.now())
  })
}

/** The list of members pages through everybody; this one says who a role is about to change for. */
const MOST_HOLDERS = 500

/** Who holds which role, or this one, in the organisation and in its environments. */
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
    .orderBy(asc(users.firstName), asc(users.id))
    .limit(MOST_HOLDERS)
  const inOne = await db
    .select({ user: users, role: roles, environmentId: environments.id })
    .from(environmentRoles)
    .innerJoin(environments, eq(environments.id, environmentRoles.environmentId))
    .innerJoin(users, eq(users.id, environmentRoles.userId))
    .innerJoin(roles, eq(roles.id, environmentRoles.roleId))
    .where(and(eq(environments.organizationId, organizationId), isWanted))
    .orderBy(asc(users.firstName), asc(users.id))
    .limit(MOST_HOLDERS)
  return [...everywhere, ...inOne].map(({ user, role, environmentId }) => roleUser(user, role, environmentId))
}

/** Gives a member a role in one environment. @throws problem not-found, role-too-strong */
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
    const place = await placeOf(tx, organizationId, given)
    await assertMayChange(tx, actor, scope, given, [place.role, role])
    await tx
      .insert(environmentRoles)
      .values(given)
      .onConflictDoUpdate({
        target: [environmentRoles.userId, environmentRoles.environmentId],
        set: { roleId: role.id },
      })
    const after = { user: place.name, environment: place.environment }
    await auditRole(tx, actor, role, 'role.assigned', { after }, clock.now(), given.environmentId)
    return roleUser(place.user, role, given.environmentId)
  })
}

/** Takes a role in one environment back. @throws problem not-found, role-too-strong */
export async function unassignRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: { userId: string; environmentId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    const place = await placeOf(tx, scope.organizationId, given)
    const mine = and(
      eq(environmentRoles.userId, given.userId),
      eq(environmentRoles.environmentId, given.environmentId),
    )
    // What holds from now on must not be more than the actor can give either.
    await assertMayChange(tx, actor, scope, given, [place.role, place.organizationRole])
    const [gone] = await tx.delete(environmentRoles).where(mine).returning()
    if (!gone) throw problem('not-found')
    const before = { user: place.name, environment: place.environment }
    await auditRole(tx, actor, place.role, 'role.unassigned', { before }, clock.now(), given.environmentId)
  })
}

/**
 * Who may change a member's role in an environment has all that it gave and gives there; and nobody but an owner
 * changes their own, which may be there to restrict them.
 * @throws problem role-too-strong
 */
async function assertMayChange(
  tx: Transaction,
  actor: Person,
  scope: OrganizationScope,
  { userId, environmentId }: { userId: string; environmentId: string },
  changed: readonly RoleRow[],
): Promise<void> {
  if (userId === actor.userId) await assertCovers(tx, actor, scope, { permissions: null, builtIn: 'owner' })
  for (const role of changed) await assertCovers(tx, actor, scope, role, environmentId)
}

/** A member and an environment of the organisation, with the role that holds there. @throws problem not-found */
async function placeOf(
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

/** One of the organisation's own roles. @throws problem not-found, role-built-in */
async function ownRole(tx: Transaction, organizationId: string, roleId: string): Promise<RoleRow> {
  const role = await roleOf(tx, organizationId, roleId)
  if (role.builtIn !== null) throw problem('role-built-in')
  return role
}

async function assertNameFree(
  tx: Transaction,
  organizationId: string,
  name: string,
  except: string | null,
): Promise<void> {
  const sameName = and(
    eq(roles.organizationId, organizationId),
    eq(sql`lower(${roles.name})`, name.toLowerCase()),
    except === null ? undefined : ne(roles.id, except),
  )
  const [taken] = await tx.select({ id: roles.id }).from(roles).where(sameName)
  if (taken) throw problem('name-taken')
}

/** Where a role is in use, in words. */
async function usesOf(tx: Queryable, roleId: string): Promise<string[]> {
  const ofMembers = await tx.$count(members, eq(members.roleId, roleId))
  const ofInvitations = await tx.$count(invitations, eq(invitations.roleId, roleId))
  const inEnvironments = await tx
    .selectDistinct({ name: environments.name })
    .from(environmentRoles)
    .innerJoin(environments, eq(environments.id, environmentRoles.environmentId))
    .where(eq(environmentRoles.roleId, roleId))
  return [
    ...(ofMembers > 0 ? [`members: ${ofMembers}`] : []),
    ...(ofInvitations > 0 ? [`invitations: ${ofInvitations}`] : []),
    ...inEnvironments.map(({ name }) => `environment ${name}`),
  ]
}

type RoleDeed = 'role.created' | 'role.updated' | 'role.deleted' | 'role.assigned' | 'role.unassigned'
type Values = { before?: Record<string, unknown>; after?: Record<string, unknown> }

async function auditRole(
  tx: Transaction,
  actor: Person,
  { id, name, organizationId }: RoleRow,
  action: RoleDeed,
  values: Values,
  at: Date,
  environmentId?: string,
): Promise<void> {
  const place = environmentId === undefined ? {} : { environmentId }
  await audit(tx, {
    organizationId,
    ...place,
    action,
    actor,
    object: { type: 'role', id, name },
    ...values,
    at,
  })
}

function roleView(row: RoleRow, userCount: number): Role {
  return {
    ...roleNameOf(row),
    permissions: row.permissions,
    users: userCount,
    createdAt: row.createdAt.toISOString(),
  }
}

function roleUser(user: typeof users.$inferSelect, role: RoleRow, environmentId: string | null): RoleUser {
  const { id: userId, firstName, lastName, email } = user
  return { userId, name: `${firstName} ${lastName}`, email, role: roleNameOf(role), environmentId }
}
