import type { Environment, Organization } from '@kinora/contract'
import { asc, eq } from 'drizzle-orm'
import { hasEnvironment, type Person } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { environmentRoles, environments, members, organizations, roles } from '../tables.ts'
import { environmentView, organizationView } from './views.ts'

/** Organizations of the user in the order of joining, with environments and rights. */
export async function organizationsOf(db: Queryable, userId: string): Promise<Organization[]> {
  const memberships = await db
    .select({ organization: organizations, role: roles })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt))
  const byOrganization = Map.groupBy(await environmentsOf(db, userId), ({ organizationId }) => organizationId)
  return memberships.map(({ organization, role }) =>
    organizationView(organization, role, byOrganization.get(organization.id) ?? []),
  )
}

/** Environments that the user can access, with rights, oldest first. */
export async function environmentsOf(db: Queryable, userId: string): Promise<Environment[]> {
  const ofOrganization = await db
    .select({ environment: environments, role: roles, settings: organizations.settings })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .innerJoin(environments, eq(environments.organizationId, members.organizationId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(eq(members.userId, userId))
    .orderBy(asc(environments.createdAt))
  const own = await db
    .select({ environmentId: environmentRoles.environmentId, role: roles })
    .from(environmentRoles)
    .innerJoin(roles, eq(roles.id, environmentRoles.roleId))
    .where(eq(environmentRoles.userId, userId))
  const ownRoles = new Map(own.map(({ environmentId, role }) => [environmentId, role]))
  return ofOrganization.flatMap(({ environment, role: organizationRole, settings }) => {
    const role = ownRoles.get(environment.id) ?? organizationRole
    return hasEnvironment(role.permissions, environment.id)
      ? [environmentView(environment, role, settings)]
      : []
  })
}

/** IDs of the organizations of a person. */
export function organizationsOfPerson(db: Queryable, { userId }: Pick<Person, 'userId'>) {
  return db
    .select({ id: members.organizationId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt))
}
