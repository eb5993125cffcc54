import { identityCalls as calls, environmentTypes, products } from '@kinora/contract'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { accountRoutes, installationRoutes, signInRoutes } from './accounts/routes.ts'
import type { Identity } from './identity.ts'
import { listAdministrators } from './members/administrators.ts'
import {
  acceptInvitation,
  inviteMember,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from './members/invitations.ts'
import { listMembers } from './members/member-list.ts'
import { changeMember, removeMember } from './members/members.ts'
import { createEnvironment, listEnvironments, updateEnvironment } from './organizations/environments.ts'
import { readLogo } from './organizations/logos.ts'
import { createOrganization, updateOrganization } from './organizations/organizations.ts'
import { assignRole, listRoleUsers, unassignRole } from './roles/role-holders.ts'
import { createRole, deleteRole, listRoles, updateRole } from './roles/roles.ts'
import { createSigningKey, deleteSigningKey, listSigningKeys } from './tokens/signing-keys.ts'
import { createToken, listTokens, renameToken, revokeToken } from './tokens/tokens.ts'

export function identityRoutes(server: HttpServer, identity: Identity): void {
  signInRoutes(server, identity)
  accountRoutes(server, identity)
  organizationRoutes(server, identity)
  memberRoutes(server, identity)
  roleRoutes(server, identity)
  environmentRoutes(server, identity)
  installationRoutes(server, identity)
}

function organizationRoutes(server: HttpServer, identity: Identity): void {
  route(server, calls.createOrganization, ({ body, caller }) =>
    createOrganization(identity, caller.actor, body),
  )
  route(server, calls.updateOrganization, ({ body, caller }) =>
    updateOrganization(identity, caller.actor, caller.scope, body),
  )
  route(server, calls.getOrganizationLogo, async ({ params, reply }) => {
    const logo = await readLogo(identity, params.id)
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(logo)
    return undefined
  })
}

function memberRoutes(server: HttpServer, identity: Identity): void {
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
}

function roleRoutes(server: HttpServer, identity: Identity): void {
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
}

function environmentRoutes(server: HttpServer, identity: Identity): void {
  route(server, calls.listEnvironments, async ({ caller }) => ({
    items: await listEnvironments(identity, caller.actor, caller.scope),
  }))
  route(server, calls.createEnvironment, ({ body, caller }) =>
    createEnvironment(identity, caller.actor, caller.scope, body),
  )
  route(server, calls.updateEnvironment, ({ body, caller }) =>
    updateEnvironment(identity, caller.actor, caller.scope, body),
  )
  route(server, calls.listEnvironmentTypes, async () => ({ items: environmentTypes.map((id) => ({ id })) }))
  route(server, calls.listProductTypes, async () => ({ items: products.map((id) => ({ id })) }))

  route(server, calls.listTokens, ({ query, caller }) =>
    listTokens(identity, caller.scope.environmentId, query),
  )
  route(server, calls.createToken, ({ body, caller }) =>
    createToken(identity, caller.actor, caller.scope, body),
  )
  route(server, calls.renameToken, ({ params, body, caller }) =>
    renameToken(identity, caller.actor, caller.scope, params.id, body.name),
  )
  route(server, calls.revokeToken, async ({ params, caller }) => {
    await revokeToken(identity, caller.actor, caller.scope, params.id)
    return undefined
  })

  route(server, calls.listSigningKeys, ({ query, caller }) =>
    listSigningKeys(identity, caller.scope.environmentId, query),
  )
  route(server, calls.createSigningKey, ({ body, caller }) =>
    createSigningKey(identity, caller.actor, caller.scope, body.product),
  )
  route(server, calls.deleteSigningKey, async ({ params, caller }) => {
    await deleteSigningKey(identity, caller.actor, caller.scope, params.id)
    return undefined
  })
}
