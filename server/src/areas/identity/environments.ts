import type { Environment, EnvironmentType } from '@kinora/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit.ts'
import type { OrganizationScope, Person } from '../../platform/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { emit } from '../../platform/outbox.ts'
import { problem } from '../../platform/problem.ts'
import type { Identity } from './identity.ts'
import { environmentRoles, environments, members, organizations, roles } from './tables.ts'
import { environmentView } from './views.ts'

/** Adds an environment to the scope's organisation. @throws problem name-taken */
export async function createEnvironment(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: { name: string; type: EnvironmentType },
): Promise<Environment> {
  return db.transaction(async (tx) => {
    const environment = await insertEnvironment(tx, clock, actor, {
      ...given,
      organizationId: scope.organizationId,
    })
    return viewFor(tx, environment, actor.userId)
  })
}

/** The environment as the user sees it, whose role there may be another than in the organisation. @throws problem not-found */
async function viewFor(
  db: Queryable,
  environment: typeof environments.$inferSelect,
  userId: string,
): Promise<Environment> {
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
  await audit(tx, {
    organizationId: environment.organizationId,
    environmentId: environment.id,
    action: 'environment.created',
    actor,
    object: { type: 'environment', id: environment.id, name: environment.name },
    after: { name: environment.name, type: environment.type },
    at,
  })
  return environment
}

/** The names of environments by their ids; only of those that exist. */
export async function environmentNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: environments.id, name: environments.name })
    .from(environments)
    .where(inArray(environments.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
