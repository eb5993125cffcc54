import { and, asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import {
  type Actor,
  filterOf,
  grantsOf,
  hasEnvironment,
  type OrganizationScope,
  restrictGrants,
  type Scope,
  type VideoFilter,
} from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { environmentRoles, environments, members, organizations, roles } from '../tables.ts'

/** The organization, for its members. @throws problem not-found, also for organizations of others */
export async function organizationScopeOf(
  db: Queryable,
  { userId }: Pick<Actor, 'userId'>,
  organizationId: string | undefined,
): Promise<OrganizationScope> {
  if (organizationId === undefined || !uuidPattern.test(organizationId)) throw problem('not-found')
  const [row] = await db
    .select({ organization: organizations, permissions: roles.permissions })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
  if (!row) throw problem('not-found')
  const { organization } = row
  return {
    organizationId,
    organizationName: organization.name,
    organizationIsActive: organization.isActive,
    grants: grantsOf(row.permissions, organization.settings['modules.enabled'] ?? ''),
  }
}

/** Finds the environment of a request, in one query. An API token acts in its own environment, with those rights of its
 * creator that the token includes.
 * @throws problem not-found, also for environments of others; environment-mismatch */
export type FindScope = (actor: Actor, environmentId: string | undefined) => Promise<Scope>

/** Each request looks up its environment, so the statement is planned once for each connection. */
export function scopeFinder(db: Queryable): FindScope {
  const [userId, id] = [sql.placeholder('userId'), sql.placeholder('id')]
  const environment = environmentsOf(db, userId, eq(environments.id, id)).prepare('environment_of_user')

  async function find(userId: string, environmentId: string | undefined): Promise<Scope> {
    if (environmentId === undefined || !uuidPattern.test(environmentId)) throw problem('not-found')
    const [scope] = scopesIn(await environment.execute({ userId, id: environmentId }), userId)
    if (!scope) throw problem('not-found')
    return scope
  }

  return async (actor, environmentId) => {
    if (actor.kind === 'person') return find(actor.userId, environmentId)
    if (environmentId !== undefined && environmentId.toLowerCase() !== actor.environmentId)
      throw problem('environment-mismatch')
    const scope = await find(actor.userId, actor.environmentId)
    return { ...scope, grants: restrictGrants(scope.grants, actor.permission) }
  }
}

/** Environments of the organization that the actor can access, oldest first. An API token can access only its own. */
export async function scopesOf(db: Queryable, actor: Actor, organizationId: string): Promise<Scope[]> {
  const ofOrganization = eq(environments.organizationId, organizationId)
  if (actor.kind === 'person') return environmentScopes(db, actor.userId, ofOrganization)
  const own = and(ofOrganization, eq(environments.id, actor.environmentId))
  const scopes = await environmentScopes(db, actor.userId, own)
  return scopes.map((scope) => ({ ...scope, grants: restrictGrants(scope.grants, actor.permission) }))
}

/** Environments of the organization that the person of an actor can access. */
export function ownScopesOf(db: Queryable, { userId }: Pick<Actor, 'userId'>, organizationId: string) {
  return environmentScopes(db, userId, eq(environments.organizationId, organizationId))
}

async function environmentScopes(db: Queryable, userId: string, which: SQL | undefined): Promise<Scope[]> {
  return scopesIn(await environmentsOf(db, userId, which), userId)
}

function environmentsOf(db: Queryable, userId: string | Placeholder, which: SQL | undefined) {
  const effectiveRole = sql`coalesce(${environmentRoles.roleId}, ${members.roleId})`
  return db
    .select({
      environmentId: environments.id,
      name: environments.name,
      organization: organizations,
      permissions: roles.permissions,
    })
    .from(environments)
    .innerJoin(organizations, eq(organizations.id, environments.organizationId))
    .innerJoin(members, and(eq(members.organizationId, organizations.id), eq(members.userId, userId)))
    .leftJoin(
      environmentRoles,
      and(eq(environmentRoles.environmentId, environments.id), eq(environmentRoles.userId, userId)),
    )
    .innerJoin(roles, eq(roles.id, effectiveRole))
    .where(which)
    .orderBy(asc(environments.createdAt), asc(environments.id))
}

type EnvironmentRow = Awaited<ReturnType<typeof environmentsOf>>[number]

function scopesIn(rows: readonly EnvironmentRow[], userId: string): Scope[] {
  const own = rows.filter(({ permissions, environmentId }) => hasEnvironment(permissions, environmentId))
  return own.map(({ environmentId, name, organization, permissions }) => ({
    environmentId,
    environmentName: name,
    organizationId: organization.id,
    organizationName: organization.name,
    organizationIsActive: organization.isActive,
    grants: grantsOf(permissions, organization.settings['modules.enabled'] ?? ''),
    filter: filterFor(userId, permissions),
  }))
}

function filterFor(userId: string, permissions: string | null): VideoFilter | null {
  const filter = filterOf(permissions)
  return filter && { ...filter, userId }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
