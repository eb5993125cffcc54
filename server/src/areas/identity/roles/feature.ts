import { identityCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Identity } from '../identity.ts'
import { assignRole, listRoleUsers, unassignRole } from './role-holders.ts'
import { createRole, deleteRole, listRoles, updateRole } from './roles.ts'

export const feature: Feature<Identity> = {
  routes(server, identity) {
    route(server, calls.listRoles, async ({ caller }) => ({
      items: await listRoles(identity, caller.scope.organizationId),
    }))
    route(server, calls.createRole, ({ body, caller }) =>
      createRole(identity, caller.actor, caller.scope, body),
    )
    route(server, calls.updateRole, ({ params, body, caller }) =>
      updateRole(identity, caller.actor, caller.scope, params.roleId, body),
    )
    route(server, calls.deleteRole, async ({ params, caller }) => {
      await deleteRole(identity, caller.actor, caller.scope, params.roleId)
      return undefined
    })
    route(server, calls.listRoleUsers, async ({ query, caller }) => ({
      items: await listRoleUsers(identity, caller.scope.organizationId, query.roleId),
    }))
    route(server, calls.assignRole, ({ body, caller }) =>
      assignRole(identity, caller.actor, caller.scope, body),
    )
    route(server, calls.unassignRole, async ({ query, caller }) => {
      await unassignRole(identity, caller.actor, caller.scope, query)
      return undefined
    })
  },
}
