import type { CountedEnvironment, Environment, EnvironmentType } from '@kinora/contract'
import { and, asc, count, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Actor, EnvironmentNames, OrganizationScope, Person, Scope } from '../../../platform/auth.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { assertBelowLimit } from '../limits.ts'
import {
  apiTokens,
  environmentRoles,
  environments,
  members,
  organizations,
  roles,
  signingKeys,
} from '../tables.ts'
import { lockOrganization } from './lock-organization.ts'
import { environmentsOf } from './memberships.ts'
import { environmentView } from './views.ts'

type EnvironmentRow = typeof environments.$inferSelect

/** Creates an environment in the scope's organization. @throws problem name-taken, limit-reached */
export async function createEnvironment(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: { name: string; type: EnvironmentType },
): Promise<Environment> {
  return db.transaction(async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    assertBelowLimit(
      await tx.$count(environments, eq(environments.organizationId, scope.organizationId)),
      'environments',
    )
    const environment = await insertEnvironment(tx, clock, actor, {
      ...given,
      organizationId: scope.organizationId,
    })
    return viewFor(tx, environment, actor.userId)
  })
}

/** Environments that the person can access, oldest first, with the numbers of valid tokens and keys. */
export async function listEnvironments(
  { db, clock }: Identity,
  person: Person,
  { organizationId }: OrganizationScope,
): Promise<CountedEnvironment[]> {
  const mine = (await environmentsOf(db, person.userId)).filter(
    (each) => each.organizationId === organizationId,
  )
  const ids = mine.map(({ id }) => id)
  if (ids.length === 0) return []
  const isValid = and(
    inArray(apiTokens.environmentId, ids),
    isNull(apiTokens.revokedAt),
    or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, clock.now())),
  )
  const tokens = await countBy(db, apiTokens, isValid)
  const keys = await countBy(db, signingKeys, inArray(signingKeys.environmentId, ids))
  return mine.map((each) => ({
    ...each,
    apiTokens: tokens.get(each.id) ?? 0,
    signingKeys: keys.get(each.id) ?? 0,
  }))
}

/** The traits of an environment that count for its views: whether they are kept without a city and without an ID of the viewer,
 * and its public key. */
export type EnvironmentTraits = Pick<EnvironmentRow, 'viewerPrivacy' | 'envKey'>

/** @returns null if there is no such environment */
export async function environmentTraits(
  db: Queryable,
  environmentId: string,
): Promise<EnvironmentTraits | null> {
  const { viewerPrivacy, envKey, id } = environments
  const [row] = await db.select({ viewerPrivacy, envKey }).from(environments).where(eq(id, environmentId))
  return row ?? null
}

/** The organizations of environments. Those that are gone are left out. */
export async function organizationsOf(
  db: Queryable,
  environmentIds: readonly string[],
): Promise<{ readonly environmentId: string; readonly organizationId: string }[]> {
  const { id: environmentId, organizationId } = environments
  return db
    .select({ environmentId, organizationId })
    .from(environments)
    .where(inArray(environmentId, [...environmentIds]))
}

/** The ID of the environment with this public key. Null if there is none. */
export async function environmentOfKey(db: Queryable, envKey: string): Promise<string | null> {
  const [row] = await db
    .select({ id: environments.id })
    .from(environments)
    .where(eq(environments.envKey, envKey))
  return row?.id ?? null
}

async function countBy(
  db: Queryable,
  table: typeof apiTokens | typeof signingKeys,
  where: SQL | undefined,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ environmentId: table.environmentId, items: count() })
    .from(table)
    .where(where)
    .groupBy(table.environmentId)
  return new Map(rows.map(({ environmentId, items }) => [environmentId, items]))
}

/** @throws problem name-taken */
export async function updateEnvironment(
  { db, clock }: Identity,
  actor: Actor,
  { organizationId, environmentId, grants }: Scope,
  asked: { name: string; type: EnvironmentType; viewerPrivacy?: boolean | undefined },
): Promise<Environment> {
  return db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    const mine = eq(environments.id, environmentId)
    const [before] = await tx.select().from(environments).where(mine).for('update')
    if (!before) throw problem('not-found')
    const { name, type, viewerPrivacy } = before
    const given = { ...asked, viewerPrivacy: asked.viewerPrivacy ?? viewerPrivacy }
    const changes = changesBetween({ name, type, viewerPrivacy }, given)
    if (changes === null) return { ...(await viewFor(tx, before, actor.userId)), grants: [...grants] }
    const sameName = and(
      eq(environments.organizationId, organizationId),
      eq(sql`lower(${environments.name})`, given.name.toLowerCase()),
      ne(environments.id, environmentId),
    )
    const [taken] = await tx.select({ id: environments.id }).from(environments).where(sameName)
    if (taken) throw problem('name-taken')
    const [row] = await tx.update(environments).set(given).where(mine).returning()
    if (!row) throw problem('not-found')
    const caller = { actor, scope: { organizationId } }
    await recordEnvironment(tx, caller, row, 'updated', changes, clock.now())
    // A token has fewer rights than its creator.
    return { ...(await viewFor(tx, row, actor.userId)), grants: [...grants] }
  })
}

/** The environment with the user's role in it, which can differ from the role in the organization.
 * @throws problem not-found */
async function viewFor(db: Queryable, environment: EnvironmentRow, userId: string): Promise<Environment> {
  const effectiveRole = sql`coalesce(${environmentRoles.roleId}, ${members.roleId})`
  const [row] = await db
    .select({ role: roles, settings: organizations.settings })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .leftJoin(
      environmentRoles,
      and(eq(environmentRoles.environmentId, environment.id), eq(environmentRoles.userId, userId)),
    )
    .innerJoin(roles, eq(roles.id, effectiveRole))
    .where(and(eq(members.organizationId, environment.organizationId), eq(members.userId, userId)))
  if (!row) throw problem('not-found')
  return environmentView(environment, row.role, row.settings)
}

export async function insertEnvironment(
  tx: Transaction,
  clock: Clock,
  actor: Person,
  given: { organizationId: string; name: string; type: EnvironmentType },
): Promise<EnvironmentRow> {
  const at = clock.now()
  const [environment] = await tx
    .insert(environments)
    .values({ ...given, id: uuidv7(), createdAt: at })
    .onConflictDoNothing()
    .returning()
  if (!environment) throw problem('name-taken')
  const caller = { actor, scope: { organizationId: given.organizationId } }
  const after = { name: environment.name, type: environment.type }
  await recordEnvironment(tx, caller, environment, 'created', { after }, at)
  return environment
}

const recordEnvironment = changeRecorder(
  ({ id, name, type }: EnvironmentRow, verb: 'created' | 'updated') => ({
    environmentId: id,
    object: { type: 'environment', id, name },
    event: { type: `environment.${verb}`, data: { name, type } },
    action: `environment.${verb}`,
  }),
)

/** The environments with these IDs that exist, by ID. */
export async function findEnvironments(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, EnvironmentNames>> {
  const rows = await db
    .select({
      environmentId: environments.id,
      environmentName: environments.name,
      organizationId: organizations.id,
      organizationName: organizations.name,
    })
    .from(environments)
    .innerJoin(organizations, eq(organizations.id, environments.organizationId))
    .where(inArray(environments.id, [...ids]))
  return new Map(rows.map((row) => [row.environmentId, row]))
}

/** IDs of the environments of an organization, oldest first. */
export async function environmentIdsOf(db: Queryable, organizationId: string): Promise<string[]> {
  const rows = await db
    .select({ id: environments.id })
    .from(environments)
    .where(eq(environments.organizationId, organizationId))
    .orderBy(asc(environments.createdAt))
  return rows.map(({ id }) => id)
}
