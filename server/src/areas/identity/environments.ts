import type { Environment, EnvironmentType } from '@kinora/contract'
import { and, eq, sql } from 'drizzle-orm'
import { type Actor, grantsOf, type Scope } from '../../platform/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable, Transaction } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { emit } from '../../platform/outbox.ts'
import { problem } from '../../platform/problem.ts'
import { environmentRoles, environments, members, organizations, roles } from './tables.ts'

interface EnvironmentRow {
  readonly environment: typeof environments.$inferSelect
  readonly role: typeof roles.$inferSelect
  readonly settings: Record<string, string>
}

/** What goes out of an environment, with the caller's role and rights in it. */
export function environmentView({ environment, role, settings }: EnvironmentRow): Environment {
  return {
    id: environment.id,
    organizationId: environment.organizationId,
    name: environment.name,
    type: environment.type,
    role: { id: role.id, name: role.name },
    grants: [...grantsOf(role.permissions, settings['modules.enabled'] ?? '')],
    createdAt: environment.createdAt.toISOString(),
  }
}

/** The environment for whoever acts in it, in one query. @throws problem not-found, also where it is another's. */
export async function scopeOf(
  db: Queryable,
  actor: Actor,
  environmentId: string | undefined,
): Promise<Scope> {
  if (environmentId === undefined || !uuidPattern.test(environmentId)) throw problem('not-found')
  const effectiveRole = sql`coalesce(${environmentRoles.roleId}, ${members.roleId})`
  const [row] = await db
    .select({
      name: environments.name,
      organizationId: organizations.id,
      isActive: organizations.isActive,
      settings: organizations.settings,
      permissions: roles.permissions,
    })
    .from(environments)
    .innerJoin(organizations, eq(organizations.id, environments.organizationId))
    .innerJoin(members, and(eq(members.organizationId, organizations.id), eq(members.userId, actor.userId)))
    .leftJoin(
      environmentRoles,
      and(eq(environmentRoles.environmentId, environments.id), eq(environmentRoles.userId, actor.userId)),
    )
    .innerJoin(roles, eq(roles.id, effectiveRole))
    .where(eq(environments.id, environmentId))
  if (!row) throw problem('not-found')
  return {
    environmentId,
    environmentName: row.name,
    organizationId: row.organizationId,
    organizationIsActive: row.isActive,
    grants: grantsOf(row.permissions, row.settings['modules.enabled'] ?? ''),
  }
}

/** Adds an environment to an organisation of which the actor is a member. @throws problem not-found, name-taken */
export async function createEnvironment(
  db: Database,
  clock: Clock,
  actor: Actor,
  given: { organizationId: string; name: string; type: EnvironmentType },
): Promise<Environment> {
  return db.transaction(async (tx) => {
    const [membership] = await tx
      .select({ role: roles, organization: organizations })
      .from(members)
      .innerJoin(roles, eq(roles.id, members.roleId))
      .innerJoin(organizations, eq(organizations.id, members.organizationId))
      .where(and(eq(members.organizationId, given.organizationId), eq(members.userId, actor.userId)))
    if (!membership) throw problem('not-found')
    if (!membership.organization.isActive) throw problem('organization-inactive')
    const environment = await insertEnvironment(tx, clock, given)
    return environmentView({ environment, role: membership.role, settings: membership.organization.settings })
  })
}

export async function insertEnvironment(
  tx: Transaction,
  clock: Clock,
  given: { organizationId: string; name: string; type: EnvironmentType },
): Promise<typeof environments.$inferSelect> {
  const at = clock.now()
  const [environment] = await tx
    .insert(environments)
    .values({ ...given, id: uuidv7(), createdAt: at })
    .onConflictDoNothing()
    .returning()
  if (!environment) throw problem('name-taken')
  await emit(tx, {
    environmentId: environment.id,
    type: 'environment.created',
    objectType: 'environment',
    objectId: environment.id,
    data: { name: environment.name, type: environment.type },
    at,
  })
  return environment
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
