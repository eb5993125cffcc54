import { randomUUID } from 'node:crypto'
import type {
  environmentFeature,
  memberFeature,
  organizationFeature,
  roleFeature,
  signingKeyFeature,
  tokenFeature,
} from '@kinora/contract'
import type { CasesOf, Tenant } from '../../../contract/test-case.ts'

type Names =
  | keyof typeof organizationFeature.calls
  | keyof typeof memberFeature.calls
  | keyof typeof roleFeature.calls
  | keyof typeof environmentFeature.calls
  | keyof typeof tokenFeature.calls
  | keyof typeof signingKeyFeature.calls

const organizationOf = ({ owner }: Tenant) => ({ id: owner.organizationId ?? '' })
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const withLogo = { name: 'Deccan Television', title: 'Deccan', logo: png }

async function invitationOf(world: Tenant): Promise<string> {
  const { items } = await world.owner.call('listRoles', { params: organizationOf(world) })
  const roleId = items.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
  const invited = await world.owner.call('inviteMember', {
    params: organizationOf(world),
    body: { email: `${randomUUID()}@example.com`, roleId },
  })
  return invited.invitationId ?? ''
}

/** A role that nobody has. */
async function newRole({ owner, sql }: Tenant): Promise<string> {
  const id = randomUUID()
  const permissions = JSON.stringify({ Videos: { Video: { read: true } } })
  await sql(
    'INSERT INTO roles (id, organization_id, name, permissions, created_at) VALUES ($1, $2, $3, $4, now())',
    [id, owner.organizationId, `Role ${id}`, permissions],
  )
  return id
}

/** Reuses a role, because the number per organization is limited. */
async function roleOf(world: Tenant): Promise<string> {
  const { items } = await world.owner.call('listRoles', { params: organizationOf(world) })
  return items.find(({ name }) => name.startsWith('Role '))?.id ?? newRole(world)
}

async function memberOf({ member }: Tenant): Promise<string> {
  const { id } = await (await member(null)).call('getUser', { params: { id: 'me' } })
  return id
}

async function tokenOf({ owner }: Tenant): Promise<{ id: string }> {
  const { id } = await owner.call('createToken', { body: { name: 'Ingest', permission: ['read', 'write'] } })
  return { id }
}

export const cases: CasesOf<Names> = {
  createOrganization: () => ({ body: { name: 'Andhra Institute' } }),
  updateOrganization: (world) => ({ params: organizationOf(world), body: withLogo }),
  getOrganizationLogo: async (world) => {
    const params = organizationOf(world)
    await world.owner.call('updateOrganization', { params, body: withLogo })
    return { params }
  },
  listAdministrators: (world) => ({ params: organizationOf(world) }),
  listMembers: (world) => ({
    params: organizationOf(world),
    query: { pageNum: '1', pageSize: '12', phrase: 'x' },
  }),
  changeMember: async (world) => ({
    params: organizationOf(world),
    body: { userId: await memberOf(world), roleId: await roleOf(world) },
  }),
  removeMember: async (world) => ({
    params: organizationOf(world),
    query: { userId: await memberOf(world) },
  }),
  inviteMember: async (world) => ({
    params: organizationOf(world),
    body: { email: `${randomUUID()}@example.com`, roleId: await roleOf(world), expiresInDays: 3 },
  }),
  resendInvitation: async (world) => ({
    params: organizationOf(world),
    body: { invitationId: await invitationOf(world) },
  }),
  revokeInvitation: async (world) => ({
    params: organizationOf(world),
    query: { invitationId: await invitationOf(world) },
  }),
  readInvitation: () => ({ body: { token: 'x'.repeat(43) }, answers: 'invitation-over' }),
  acceptInvitation: () => ({ body: { token: 'x'.repeat(43) }, answers: 'invitation-over' }),
  listRoles: (world) => ({ params: organizationOf(world) }),
  createRole: (world) => ({
    params: organizationOf(world),
    body: { name: `Role ${randomUUID()}`, permissions: '{"Videos":{"Video":{"read":true}}}' },
  }),
  updateRole: async (world) => ({
    params: { ...organizationOf(world), roleId: await roleOf(world) },
    body: { name: `Role ${randomUUID()}`, permissions: '{"Videos":{"Video":{"read":true}}}' },
  }),
  deleteRole: async (world) => ({ params: { ...organizationOf(world), roleId: await newRole(world) } }),
  listRoleUsers: async (world) => ({
    params: organizationOf(world),
    query: { roleId: await roleOf(world) },
    passesOver: ['query.roleId'],
  }),
  assignRole: async (world) => ({
    params: organizationOf(world),
    body: {
      userId: await memberOf(world),
      roleId: await roleOf(world),
      environmentId: world.owner.environmentId ?? '',
    },
  }),
  unassignRole: async (world) => {
    const params = organizationOf(world)
    const query = { userId: await memberOf(world), environmentId: world.owner.environmentId ?? '' }
    await world.owner.call('assignRole', { params, body: { ...query, roleId: await roleOf(world) } })
    return { params, query }
  },
  listEnvironments: ({ owner }) => ({ query: { organizationId: owner.organizationId ?? '' } }),
  createEnvironment: ({ owner }) => ({
    body: { organizationId: owner.organizationId, name: `QA ${randomUUID()}`, type: 'qa' },
  }),
  updateEnvironment: ({ owner }) => ({
    params: { id: owner.environmentId ?? '' },
    body: { name: 'Production', type: 'production', viewerPrivacy: true },
  }),
  listEnvironmentTypes: () => ({}),
  listProductTypes: () => ({}),
  listTokens: () => ({ query: { pageNum: '1', pageSize: '12', includeRevoked: 'true' } }),
  createToken: () => ({
    body: { name: 'Ingest', permission: ['read', 'write'], expiresAt: '2099-01-01T00:00:00Z' },
  }),
  renameToken: async (world) => ({ params: await tokenOf(world), body: { name: 'Ingest again' } }),
  revokeToken: async (world) => ({ params: await tokenOf(world) }),
  listSigningKeys: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  createSigningKey: () => ({ body: { product: 'video' } }),
  deleteSigningKey: async ({ owner }) => {
    const { id } = await owner.call('createSigningKey', { body: { product: 'video' } })
    return { params: { id } }
  },
}
