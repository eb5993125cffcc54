import { identityCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import type { Actor, Authenticator } from '../../platform/auth.ts'
import { secretColumns } from '../../platform/keys/sealed-columns.ts'
import { problem } from '../../platform/problem.ts'
import { type FindPerson, personFinder } from './accounts/sessions.ts'
import { features } from './features.gen.ts'
import type { Identity } from './identity.ts'
import { openLater } from './later.ts'
import { environmentOfKey, findEnvironments } from './organizations/environments.ts'
import { openPasswords } from './passwords.ts'
import { organizationScopeOf, scopeFinder, scopesOf } from './roles/scopes.ts'
import { refusalRecorder } from './security-log/refusals.ts'
import { startSyslog } from './security-log/syslog.ts'
import { users } from './tables.ts'
import { programOf, secretPrefix } from './tokens/programs.ts'

export { ownersOf } from './emails/disabled-owners.ts'
export type { EmailTexts } from './emails/email-texts.ts'
export { composeEmail } from './emails/emails.ts'
export {
  type EnvironmentTraits,
  environmentIdsOf,
  environmentTraits,
  organizationsOf,
} from './organizations/environments.ts'
export { organizationsOfPerson } from './organizations/memberships.ts'
export { organizationName, type Publisher, publisherOf } from './organizations/publisher.ts'
export { changeRole, insertRole, removeRole } from './roles/roles.ts'
export { signingKeyChannel, verifyingKey } from './tokens/signing-keys.ts'

export const identity = defineArea({
  name: 'identity',
  contract: identityCalls,
  open(platform) {
    const later = openLater(platform.log)
    const opened: Identity = { ...platform, later, passwords: openPasswords(platform.config) }
    return openFeatures(features, opened, {
      sealed: secretColumns(users.totpSecret),
      offers: { authenticator: createAuthenticator(opened) },
      services: { worker: () => startSyslog(platform) },
      close: later.settle,
    })
  },
})

/** Reads the caller from the database for each request, so that revoked access ends with the next request. */
function createAuthenticator(identity: Identity): Authenticator {
  const { db } = identity
  const findPerson = personFinder(identity)
  const findScope = scopeFinder(db)
  return {
    actor: (authorization, isUse) => actorOf(identity, findPerson, authorization, isUse),
    returning: async ({ kind, id }, environmentId) =>
      kind === 'token' ? programOf(db, { id, environmentId }, identity.clock) : findPerson({ id }, false),
    organization: (person, organizationId) => organizationScopeOf(db, person, organizationId),
    scope: findScope,
    environments: (actor, organizationId) => scopesOf(db, actor, organizationId),
    environmentOfKey: (envKey) => environmentOfKey(db, envKey),
    noteRefusal: refusalRecorder(identity, identity.later),
    findEnvironments,
  }
}

/** @throws problem session-missing, session-expired */
async function actorOf(
  { db, clock }: Identity,
  findPerson: FindPerson,
  authorization: string | undefined,
  isUse: boolean,
): Promise<Actor> {
  const [scheme = '', value = ''] = authorization?.split(' ', 2) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      if (value.startsWith(secretPrefix)) return programOf(db, { secret: value }, clock)
      if (value !== '') return findPerson({ token: value }, isUse)
      break
    case 'basic': {
      const [id = '', secret = ''] = Buffer.from(value, 'base64').toString('utf8').split(':', 2)
      return programOf(db, { secret, id: id.toLowerCase() }, clock)
    }
  }
  throw problem('session-missing')
}
