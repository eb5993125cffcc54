import { identityCalls, type User } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../../platform/auth.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { problem } from '../../platform/problem.ts'
import type { Identity } from './identity.ts'
import { type Device, endSession } from './sessions.ts'
import { signIn, signUp, userView } from './users.ts'

export function accountRoutes(server: HttpServer, identity: Identity): void {
  const { db, clock } = identity

  route(server, identityCalls.signUp, ({ body, request }) => signUp(identity, deviceOf(request), body))
  route(server, identityCalls.signIn, ({ body, request }) => signIn(identity, deviceOf(request), body))
  route(server, identityCalls.signOut, async ({ actor }) => {
    await endSession(db, clock, actor.userId, actor.sessionId)
    return undefined
  })
  route(server, identityCalls.getUser, async ({ params, actor }) => {
    assertOwn(params.id, actor)
    return userView(identity, db, actor.userId, impersonationOf(actor))
  })
}

function impersonationOf({ impersonatedBy }: Person): User['impersonation'] {
  return impersonatedBy && { by: impersonatedBy.name, expiresAt: impersonatedBy.until.toISOString() }
}

/** Others' accounts are not there. @throws problem not-found */
function assertOwn(id: string, { userId }: Person): void {
  if (id !== 'me' && id !== userId) throw problem('not-found')
}

function deviceOf(request: FastifyRequest): Device {
  return { userAgent: request.headers['user-agent'] ?? null, address: request.ip }
}
