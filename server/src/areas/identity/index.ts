import type { Actor, Authenticator } from '../../platform/auth.ts'
import { problem } from '../../platform/problem.ts'
import { type Identity, mustVerify } from './identity.ts'
import { programOf, secretPrefix } from './programs.ts'
import { organizationScopeOf, scopeOf, scopesOf } from './scopes.ts'
import { personOf } from './sessions.ts'

export { environmentNames } from './environments.ts'
export type { Identity } from './identity.ts'
export { identityJobs } from './jobs.ts'
export { openPasswords } from './passwords.ts'
export { pruneIdentity } from './prune.ts'
export { identityRoutes } from './routes.ts'
export { verifyingKey } from './signing-keys.ts'
export { tellWebhookOwner } from './webhook-owners.ts'

/** Who is calling and where: read anew for each request, so that what is revoked ends with the next one. */
export function createAuthenticator(identity: Identity): Authenticator {
  const { db } = identity
  return {
    actor: (authorization) => actorOf(identity, authorization),
    organization: (person, organizationId) => organizationScopeOf(db, person, organizationId),
    scope: (actor, environmentId) => scopeOf(db, actor, environmentId),
    environments: (actor, organizationId) => scopesOf(db, actor, organizationId),
  }
}

/** @throws problem session-missing, session-expired */
async function actorOf(identity: Identity, authorization: string | undefined): Promise<Actor> {
  const { db, clock, config } = identity
  const [scheme = '', value = ''] = authorization?.split(' ', 2) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      if (value.startsWith(secretPrefix)) return programOf(db, value, null, clock)
      if (value !== '') return personOf(db, value, clock, mustVerify(config))
      break
    case 'basic': {
      const [id = '', secret = ''] = Buffer.from(value, 'base64').toString('utf8').split(':', 2)
      return programOf(db, secret, id.toLowerCase(), clock)
    }
  }
  throw problem('session-missing')
}
