import type { Environment, Organization, User } from '@kinora/contract'
import { asc, eq } from 'drizzle-orm'
import { hasEnvironment } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { type Identity, requiresVerification } from '../identity.ts'
import { environmentView, organizationView } from '../organizations/views.ts'
import { environmentRoles, environments, members, organizations, roles, users } from '../tables.ts'

/** The user with all organizations, environments and rights.
 * @param environmentId an environment of the current organization @throws problem not-found */
export async function userView(
  { config }: Pick<Identity, 'config'>,
  db: Queryable,
  userId: string,
  impersonation: User['impersonation'],
  environmentId?: string,
): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw problem('not-found')
  const mustVerify = requiresVerification(config) && user.verifiedAt === null
  const joined = await organizationsOf(db, userId)
  const isCurrent = ({ environments: own }: Organization) => own.some(({ id }) => id === environmentId)
  return {
    id: user.id,
    status: mustVerify ? 'unverified' : 'active',
    role: (joined.find(isCurrent) ?? joined[0])?.role ?? null,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    language: user.language,
    isVerified: user.verifiedAt !== null,
    mustVerify,
    hasPassword: user.passwordHash !== null,
    hasSecondFactor: user.totpConfirmedAt !== null,
    isAdmin: user.isAdmin && impersonation === null,
    impersonation,
    organizations: joined,
  }
}

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
