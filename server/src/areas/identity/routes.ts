import { identityCalls as calls, environmentTypes, products } from '@kinora/contract'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { accountRoutes, installationRoutes, signInRoutes } from './accounts/routes.ts'
import type { Identity } from './identity.ts'
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
  route(server, calls.createOrganization, ({ body, actor }) => createOrganization(identity, actor, body))
  route(server, calls.updateOrganization, ({ body, actor, scope }) =>
    updateOrganization(identity, actor, scope, body),
  )
  route(server, calls.getOrganizationLogo, async ({ params, reply }) => {
    const logo = await readLogo(identity, params.id)
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(logo)
    return undefined
  })
}

function memberRoutes(server: HttpServer, identity: Identity): void {
  route(server, calls.listMembers, ({ query, scope }) => listMembers(identity, scope.organizationId, query))
  route(server, calls.changeMember, ({ body, actor, scope }) => changeMember(identity, actor, scope, body))
  route(server, calls.removeMember, async ({ query, actor, scope }) => {
    await removeMember(identity, actor, scope, query.userId)
    return undefined
  })
  route(server, calls.inviteMember, ({ body, actor, scope }) => inviteMember(identity, actor, scope, body))
  route(server, calls.resendInvitation, ({ body, actor, scope }) =>
    resendInvitation(identity, actor, scope, body.invitationId),
  )
  route(server, calls.revokeInvitation, async ({ query, actor, scope }) => {
    await revokeInvitation(identity, actor, scope, query.invitationId)
    return undefined
  })
  route(server, calls.readInvitation, ({ body }) => readInvitation(identity, body.token))
  route(server, calls.acceptInvitation, ({ body, actor }) => acceptInvitation(identity, actor, body.token))
}

function roleRoutes(server: HttpServer, identity: Identity): void {
  route(server, calls.listRoles, async ({ scope }) => ({
    items: await listRoles(identity, scope.organizationId),
  }))
  route(server, calls.createRole, ({ body, actor, scope }) => createRole(identity, actor, scope, body))
  route(server, calls.updateRole, ({ params, body, actor, scope }) =>
    updateRole(identity, actor, scope, params.roleId, body),
  )
  route(server, calls.deleteRole, async ({ params, actor, scope }) => {
    await deleteRole(identity, actor, scope, params.roleId)
    return undefined
  })
  route(server, calls.listRoleUsers, async ({ query, scope }) => ({
    items: await listRoleUsers(identity, scope.organizationId, query.roleId),
  }))
  route(server, calls.assignRole, ({ body, actor, scope }) => assignRole(identity, actor, scope, body))
  route(server, calls.unassignRole, async ({ query, actor, scope }) => {
    await unassignRole(identity, actor, scope, query)
    return undefined
  })
}

function environmentRoutes(server: HttpServer, identity: Identity): void {
  route(server, calls.listEnvironments, async ({ actor, scope }) => ({
    items: await listEnvironments(identity, actor, scope),
  }))
  route(server, calls.createEnvironment, ({ body, actor, scope }) =>
    createEnvironment(identity, actor, scope, body),
  )
  route(server, calls.updateEnvironment, ({ body, actor, scope }) =>
    updateEnvironment(identity, actor, scope, body),
  )
  route(server, calls.listEnvironmentTypes, async () => ({ items: environmentTypes.map((id) => ({ id })) }))
  route(server, calls.listProductTypes, async () => ({ items: products.map((id) => ({ id })) }))

  route(server, calls.listTokens, ({ query, scope }) => listTokens(identity, scope.environmentId, query))
  route(server, calls.createToken, ({ body, actor, scope }) => createToken(identity, actor, scope, body))
  route(server, calls.renameToken, ({ params, body, actor, scope }) =>
    renameToken(identity, actor, scope, params.id, body.name),
  )
  route(server, calls.revokeToken, async ({ params, actor, scope }) => {
    await revokeToken(identity, actor, scope, params.id)
    return undefined
  })

  route(server, calls.listSigningKeys, ({ query, scope }) =>
    listSigningKeys(identity, scope.environmentId, query),
  )
  route(server, calls.createSigningKey, ({ body, actor, scope }) =>
    createSigningKey(identity, actor, scope, body.product),
  )
  route(server, calls.deleteSigningKey, async ({ params, actor, scope }) => {
    await deleteSigningKey(identity, actor, scope, params.id)
    return undefined
  })
}
