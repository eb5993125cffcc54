import { identityCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Identity } from '../identity.ts'
import { assertOwn } from '../own-account.ts'
import { endMemberSession, endMemberSessions, listMemberSessions } from './member-sessions.ts'
import { listSessions, revokeOtherSessions, revokeSession, signOut } from './own-sessions.ts'
import { authenticateAgain } from './recent-authentication.ts'
import { endUserSessions, resetSecondFactor } from './user-help.ts'

export const feature: Feature<Identity> = {
  routes(server, identity) {
    route(server, calls.signOut, async ({ caller }) => {
      await signOut(identity, caller.actor)
      return undefined
    })
    route(server, calls.listSessions, async ({ params, caller }) => {
      assertOwn(params.id, caller.actor)
      return { items: await listSessions(identity, caller.actor) }
    })
    route(server, calls.authenticateAgain, async ({ params, body, caller }) => {
      assertOwn(params.id, caller.actor)
      await authenticateAgain(identity, caller.actor, body)
      return undefined
    })
    route(server, calls.endSession, async ({ params, caller }) => {
      assertOwn(params.id, caller.actor)
      await revokeSession(identity, caller.actor, params.sessionId)
      return undefined
    })
    route(server, calls.endSessions, async ({ params, caller }) => {
      assertOwn(params.id, caller.actor)
      await revokeOtherSessions(identity, caller.actor)
      return undefined
    })
    route(server, calls.endUserSessions, async ({ params, caller }) => {
      await endUserSessions(identity, caller.actor, params.id)
      return undefined
    })
    route(server, calls.resetSecondFactor, async ({ params, caller }) => {
      await resetSecondFactor(identity, caller.actor, params.id)
      return undefined
    })
    route(server, calls.listMemberSessions, async ({ params, caller }) => ({
      items: await listMemberSessions(identity, caller.actor, caller.scope, params.userId),
    }))
    route(server, calls.endMemberSession, async ({ params, caller }) => {
      await endMemberSession(identity, caller.actor, caller.scope, params)
      return undefined
    })
    route(server, calls.endMemberSessions, async ({ params, caller }) => {
      await endMemberSessions(identity, caller.actor, caller.scope, params.userId)
      return undefined
    })
  },
}
