import { environmentTypes, identityCalls } from '@kinora/contract'
import type { Config } from '../../platform/config.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { problem } from '../../platform/problem.ts'
import { createEnvironment } from './environments.ts'
import { createOrganization } from './organizations.ts'
import { endSession } from './sessions.ts'
import { signIn, signUp, userView } from './users.ts'

export function identityRoutes(server: HttpServer, config: Config): void {
  const { db, clock } = server
  const people = { db, clock, sessionDays: config.SESSION_DAYS }

  route(server, identityCalls.signUp, ({ body }) => signUp(people, body))
  route(server, identityCalls.signIn, ({ body }) => signIn(people, body))
  route(server, identityCalls.signOut, async ({ actor }) => {
    await endSession(db, actor.sessionId, clock)
    return undefined
  })
  route(server, identityCalls.getUser, async ({ params, actor }) => {
    if (params.id !== 'me' && params.id !== actor.userId) throw problem('not-found')
    return userView(db, actor.userId)
  })
  route(server, identityCalls.createOrganization, ({ body, actor }) =>
    createOrganization(db, clock, actor, body),
  )
  route(server, identityCalls.listEnvironments, async ({ query, actor }) => {
    const { organizations } = await userView(db, actor.userId)
    const organization = organizations.find(({ id }) => id === query.organizationId)
    if (!organization) throw problem('not-found')
    return { items: organization.environments }
  })
  route(server, identityCalls.createEnvironment, ({ body, actor }) =>
    createEnvironment(db, clock, actor, body),
  )
  route(server, identityCalls.listEnvironmentTypes, async () => ({
    items: environmentTypes.map((id) => ({ id })),
  }))
}
