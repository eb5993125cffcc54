import type { Authenticator } from '../../platform/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { scopeOf } from './environments.ts'
import { actorOf } from './sessions.ts'

export { pruneIdentity } from './prune.ts'
export { identityRoutes } from './routes.ts'

/** Who is calling and where: read anew for each request, so that what is revoked ends with the next one. */
export function createAuthenticator(db: Database, clock: Clock): Authenticator {
  return {
    actor: (bearer) => actorOf(db, bearer, clock),
    scope: (actor, environmentId) => scopeOf(db, actor, environmentId),
  }
}
