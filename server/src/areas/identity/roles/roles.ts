import { builtInRoles, type Role } from '@kinora/contract'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { assertBelowLimit } from '../limits.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { roleNameOf } from '../organizations/views.ts'
import { environmentRoles, environments, invitations, members, roles } from '../tables.ts'
import { assertCovers, type RoleRow, roleOf } from './rights.ts'

interface RoleInput {
  readonly name: string
  readonly permissions: string | null
}

/** Number of users with the role. */
const holderCount = sql<number>`(SELECT count(DISTINCT user_id)::int FROM (
  SELECT user_id FROM members WHERE members.role_id = roles.id
  UNION ALL SELECT user_id FROM environment_roles WHERE environment_roles.role_id = roles.id) AS holders)`

/** Built-in roles in fixed order, then the organization's own by name. */
export async function listRoles({ db }: Identity, organizationId: string): Promise<Role[]> {
  const rows = await db
    .select({ role: roles, users: holderCount })
    .from(roles)
    .where(eq(roles.organizationId, organizationId))
    .orderBy(asc(sortName(roles.name)))
  const orderOf = ({ builtIn }: RoleRow) => (builtIn === null ? Infinity : builtInRoles.indexOf(builtIn))
  return rows
    .sort((a, b) => orderOf(a.role) - orderOf(b.role) || 0)
    .map((row) => roleView(row.role, row.users))
}

/** @throws problem name-taken, role-too-strong, limit-reached */
export async function createRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: RoleInput,
): Promise<Role> {
  return db.transaction(async (tx) => roleView(await insertRole(tx, actor, scope, given, clock.now()), 0))
}

/** Creates a role in a transaction. @throws problem name-taken, role-too-strong, limit-reached */
export async function insertRole(
  tx: Transaction,
  actor: Person,
  scope: OrganizationScope,
  given: RoleInput,
  at: Date,
): Promise<RoleRow> {
  const { organizationId } = scope
  await lockOrganization(tx, organizationId)
  await assertCovers(tx, actor, scope, { ...given, builtIn: null })
  assertBelowLimit(await tx.$count(roles, eq(roles.organizationId, organizationId)), 'roles')
  await assertNameFree(tx, organizationId, given.name, null)
  const [row] = await tx
    .insert(roles)
    .values({ ...given, id: uuidv7(), organizationId, createdAt: at })
    .onConflictDoNothing()
    .returning()
  if (!row) throw problem('name-taken')
  const caller = { actor, scope: { organizationId } }
  await recordRole(tx, caller, row, 'created', { after: { ...given } }, at)
  return row
}

/** @throws problem not-found, role-built-in, name-taken, role-too-strong */
export async function updateRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  roleId: string,
  given: RoleInput,
): Promise<Role> {
  return db.transaction(async (tx) => {
    const row = await changeRole(tx, actor, scope, roleId, given, clock.now())
    const [counted] = await tx.select({ users: holderCount }).from(roles).where(eq(roles.id, roleId))
    return roleView(row, counted?.users ?? 0)
  })
}

/** Changes a role in a transaction. Omitted fields stay.
 * @throws problem not-found, role-built-in, name-taken, role-too-strong */
export async function changeRole(
  tx: Transaction,
  actor: Person,
  scope: OrganizationScope,
  roleId: string,
  change: Partial<RoleInput>,
  at: Date,
): Promise<RoleRow> {
  const { organizationId } = scope
  await lockOrganization(tx, organizationId)
  const before = await ownRole(tx, organizationId, roleId)
  const given = { name: before.name, permissions: before.permissions, ...change }
  // The actor must also have the rights that are removed.
  await assertCovers(tx, actor, scope, before)
  await assertCovers(tx, actor, scope, { ...given, builtIn: null })
  await assertNameFree(tx, organizationId, given.name, roleId)
  const [row] = await tx.update(roles).set(given).where(eq(roles.id, roleId)).returning()
  if (!row) throw problem('not-found')
  const changes = changesBetween({ name: before.name, permissions: before.permissions }, { ...given })
  const caller = { actor, scope: { organizationId } }
  if (changes !== null) await recordRole(tx, caller, row, 'updated', changes, at)
  return row
}

/** Deletes an unused role. @throws problem not-found, role-built-in, role-in-use */
export async function deleteRole(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  roleId: string,
): Promise<void> {
  await db.transaction((tx) => removeRole(tx, actor, scope, roleId, clock.now()))
}

/** Deletes an unused role in a transaction. @throws problem not-found, role-built-in, role-in-use */
export async function removeRole(
  tx: Transaction,
  actor: Person,
  scope: OrganizationScope,
  roleId: string,
  at: Date,
): Promise<void> {
  await lockOrganization(tx, scope.organizationId)
  const role = await ownRole(tx, scope.organizationId, roleId)
  const where = await usesOf(tx, roleId)
  if (where.length > 0) throw problem('role-in-use', { detail: where.join(', ') })
  await tx.delete(roles).where(eq(roles.id, roleId))
  const before = { name: role.name, permissions: role.permissions }
  const caller = { actor, scope: { organizationId: role.organizationId } }
  await recordRole(tx, caller, role, 'deleted', { before }, at)
}

/** A role that is not built in. @throws problem not-found, role-built-in */
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

/** Describes where a role is used. */
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

type Verb = 'created' | 'updated' | 'deleted'

/** Records a change of a role. Its caller has no environment. */
const recordRole = changeRecorder(({ id, name }: RoleRow, verb: Verb) => ({
  object: { type: 'role', id, name },
  action: `role.${verb}`,
}))

function roleView(row: RoleRow, userCount: number): Role {
  return {
    ...roleNameOf(row),
    permissions: row.permissions,
    users: userCount,
    createdAt: row.createdAt.toISOString(),
  }
}
