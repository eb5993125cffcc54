import type { Organization, User } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Offered } from '../../../platform/http/docs/offered.ts'
import { problem } from '../../../platform/problem.ts'
import { type Identity, requiresVerification } from '../identity.ts'
import { organizationsOf } from '../organizations/memberships.ts'
import { requiresSecondFactor } from '../sign-in-rules/required.ts'
import { users } from '../tables.ts'

/** The user with all organizations, environments and rights.
 * @param environmentId an environment of the current organization @throws problem not-found */
export async function userView(
  { config, offered }: Pick<Identity, 'config' | 'offered'>,
  db: Queryable,
  userId: string,
  impersonation: User['impersonation'],
  environmentId?: string,
): Promise<User> {
  const [found] = await db
    .select({ user: users, needsSecondFactor: requiresSecondFactor })
    .from(users)
    .where(eq(users.id, userId))
  if (!found) throw problem('not-found')
  const { user, needsSecondFactor } = found
  const hasSecondFactor = user.totpConfirmedAt !== null
  const mustVerify = requiresVerification(config) && user.verifiedAt === null
  const joined = await organizationsOf(db, userId)
  const environment = joined
    .flatMap(({ environments }) => environments)
    .find(({ id }) => id === environmentId)
  return {
    id: user.id,
    status: mustVerify ? 'unverified' : 'active',
    role: (environment ?? joined[0])?.role ?? null,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    language: user.language,
    isVerified: user.verifiedAt !== null,
    mustVerify,
    hasPassword: user.passwordHash !== null,
    hasSecondFactor,
    needsSecondFactor,
    mustSetUpFactor: needsSecondFactor && !hasSecondFactor && impersonation === null,
    isAdmin: user.isAdmin && impersonation === null,
    impersonation,
    organizations: joined.map((organization) => withOffered(organization, offered)),
  }
}

/** Without rights on what this installation does not offer, so that no screen shows it. */
function withOffered(organization: Organization, { hasRight }: Offered): Organization {
  return {
    ...organization,
    grants: organization.grants.filter(hasRight),
    environments: organization.environments.map((each) => ({
      ...each,
      grants: each.grants.filter(hasRight),
    })),
  }
}
