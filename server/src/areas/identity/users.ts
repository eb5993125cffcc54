import type { Environment, Language, Organization, User } from '@kinora/contract'
import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { problem } from '../../platform/problem.ts'
import { type Identity, mustVerify } from './identity.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { type Device, startSession } from './sessions.ts'
import { assertNotLocked, forgetFailures, recordFailure } from './sign-in-guard.ts'
import { environmentRoles, environments, members, organizations, roles, users } from './tables.ts'
import { environmentView, organizationView } from './views.ts'

interface SignedIn {
  readonly token: string
  readonly user: User
}

const FIRST_USER_LOCK = 7_283_642

/** Makes an account and signs it in; the first one administers the installation. @throws problem email-taken */
export async function signUp(
  identity: Identity,
  device: Device,
  given: {
    email: string
    password: string
    firstName: string
    lastName: string
    language?: Language | undefined
  },
): Promise<SignedIn> {
  const { db } = identity
  const passwordHash = await hashPassword(given.password)
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${FIRST_USER_LOCK})`)
    const [someone] = await tx.select({ id: users.id }).from(users).limit(1)
    const id = uuidv7()
    const inserted = await tx
      .insert(users)
      .values({
        id,
        email: given.email,
        passwordHash,
        firstName: given.firstName,
        lastName: given.lastName,
        language: given.language ?? 'en',
        isAdmin: someone === undefined,
        createdAt: identity.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (inserted.length === 0) throw problem('email-taken')
    return beginSession(identity, tx, id, device)
  })
}

/** @throws problem credentials-wrong (alike for known and unknown accounts), account-locked */
export async function signIn(
  identity: Identity,
  device: Device,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const { db, clock } = identity
  await assertNotLocked(db, email, clock)
  const [found] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
  if (!(await checkPassword(password, found?.passwordHash ?? null)) || !found) {
    await recordFailure(db, email, clock)
    throw problem('credentials-wrong')
  }
  await forgetFailures(db, email)
  return beginSession(identity, db, found.id, device)
}

/** Signs the user in. */
export async function beginSession(
  identity: Identity,
  tx: Queryable,
  userId: string,
  device: Device,
): Promise<SignedIn> {
  const { clock, config } = identity
  const lifetimeSeconds = config.SESSION_DAYS * 24 * 3600
  const token = await startSession(tx, clock, { userId, device, lifetimeSeconds })
  return { token, user: await userView(identity, tx, userId, null) }
}

/** The user with every organisation, environment and right. @throws problem not-found */
export async function userView(
  { config }: Pick<Identity, 'config'>,
  db: Queryable,
  userId: string,
  impersonation: User['impersonation'],
): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw problem('not-found')
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    language: user.language,
    isVerified: user.verifiedAt !== null,
    mustVerify: mustVerify(config) && user.verifiedAt === null,
    hasPassword: user.passwordHash !== null,
    hasSecondFactor: user.totpConfirmedAt !== null,
    isAdmin: user.isAdmin && impersonation === null,
    impersonation,
    organizations: await organizationsOf(db, userId),
  }
}

/** The user's organisations, the one joined first in front, with environments and rights. */
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

/** Every environment that the user may enter, with rights, oldest first. */
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
  return ofOrganization.map(({ environment, role, settings }) =>
    environmentView(environment, ownRoles.get(environment.id) ?? role, settings),
  )
}
