import { identityCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Identity } from '../identity.ts'
import { listAdministrators } from './administrators.ts'
import { sendInvitation } from './invitation-email.ts'
import {
  acceptInvitation,
  deleteOldInvitations,
  inviteMember,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from './invitations.ts'
import { invitationJob } from './jobs.ts'
import { listMembers } from './member-list.ts'
import { changeMember, removeMember } from './members.ts'

export const feature: Feature<Identity> = {
  jobs: (identity) => [
    defineHandler({
      definition: invitationJob,
      run: async ({ invitationId }) => {
        await sendInvitation(identity, invitationId)
      },
      // The members list shows the invitation as pending and offers to resend it.
      failed: async () => undefined,
    }),
  ],
  sweeps: (identity) => ({ 'identity.invitations': () => deleteOldInvitations(identity) }),
  routes(server, identity) {
    route(server, calls.listAdministrators, ({ caller }) =>
      listAdministrators(identity, caller.actor, caller.scope.organizationId),
    )
    route(server, calls.listMembers, ({ query, caller }) =>
      listMembers(identity, caller.scope.organizationId, query),
    )
    route(server, calls.changeMember, ({ body, caller }) =>
      changeMember(identity, caller.actor, caller.scope, body),
    )
    route(server, calls.removeMember, async ({ query, caller }) => {
      await removeMember(identity, caller.actor, caller.scope, query.userId)
      return undefined
    })
    route(server, calls.inviteMember, ({ body, caller }) =>
      inviteMember(identity, caller.actor, caller.scope, body),
    )
    route(server, calls.resendInvitation, ({ body, caller }) =>
      resendInvitation(identity, caller.actor, caller.scope, body.invitationId),
    )
    route(server, calls.revokeInvitation, async ({ query, caller }) => {
      await revokeInvitation(identity, caller.actor, caller.scope, query.invitationId)
      return undefined
    })
    route(server, calls.readInvitation, ({ body }) => readInvitation(identity, body.token))
    route(server, calls.acceptInvitation, ({ body, caller }) =>
      acceptInvitation(identity, caller.actor, body.token),
    )
  },
}
