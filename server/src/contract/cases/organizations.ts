import { randomUUID } from 'node:crypto'
import type {
  environmentCalls,
  memberCalls,
  organizationCalls,
  roleCalls,
  signingKeyCalls,
  tokenCalls,
} from '@kinora/contract'
import type { World } from '../../testing/world.ts'
import type { CasesOf } from './case.ts'

type Names =
  | keyof typeof organizationCalls
  | keyof typeof memberCalls
  | keyof typeof roleCalls
  | keyof typeof environmentCalls
  | keyof typeof tokenCalls
  | keyof typeof signingKeyCalls

const organizationOf = ({ owner }: World) => ({ id: owner.organizationId ?? '' })
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function invitationOf(world: World): Promise<string> {
  const { items } = await world.owner.call('listRoles', { params: organizationOf(world) })
  const roleId = items.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
  const invited = await world.owner.call('inviteMember', {
    params: organizationOf(world),
    body: { email: `${randomUUID()}@example.com`, roleId },
  })
  return invited.invitationId ?? ''
}

/** Past the server: an organisation has room for fewer than the cases need. */
async function roleOf({ owner, sql }: World): Promise<string> {
  const id = randomUUID()
  const permissions = JSON.stringify({ Videos: { Video: { read: true } } })
  await sql(
    'INSERT INTO roles (id, organization_id, name, permissions, created_at) VALUES ($1, $2, $3, $4, now())',
    [id, owner.organizationId, `Role ${id}`, permissions],
  )
  return id
}

async function tokenOf({ owner }: World): Promise<{ id: string }> {
  const { id } = await owner.call('createToken', { body: { name: 'Ingest', permission: ['read', 'write'] } })
  return { id }
}

export const organizationCases: CasesOf<Names> = {
  createOrganization: () => ({ body: { name: 'Andhra Institute' } }),
  updateOrganization: (world) => ({
    params: organizationOf(world),
    body: { name: 'Deccan Television', title: 'Deccan', logo: png },
  }),
  getOrganizationLogo: (world) => ({ params: organizationOf(world) }),
  listMembers: (world) => ({
    params: organizationOf(world),
    query: { pageNum: '1', pageSize: '12', phrase: 'x' },
  }),
  changeMember: async (world) => ({
    params: organizationOf(world),
    body: { userId: randomUUID(), roleId: await roleOf(world) },
  }),
  removeMember: (world) => ({ params: organizationOf(world), query: { userId: randomUUID() } }),
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
  readInvitation: () => ({ body: { token: 'x'.repeat(43) } }),
  acceptInvitation: () => ({ body: { token: 'x'.repeat(43) } }),
  listRoles: (world) => ({ params: organizationOf(world) }),
  createRole: (world) => ({
    params: organizationOf(world),
    body: { name: `Role ${randomUUID()}`, permissions: '{"Videos":{"Video":{"read":true}}}' },
  }),
  updateRole: async (world) => ({
    params: { ...organizationOf(world), roleId: await roleOf(world) },
    body: { name: `Role ${randomUUID()}`, permissions: '{"Videos":{"Video":{"read":true}}}' },
  }),
  deleteRole: async (world) => ({ params: { ...organizationOf(world), roleId: await roleOf(world) } }),
  listRoleUsers: (world) => ({ params: organizationOf(world), query: { roleId: randomUUID() } }),
  assignRole: async (world) => ({
    params: organizationOf(world),
    body: {
      userId: randomUUID(),
      roleId: await roleOf(world),
      environmentId: world.owner.environmentId ?? '',
    },
  }),
  unassignRole: (world) => ({
    params: organizationOf(world),
    query: { userId: randomUUID(), environmentId: world.owner.environmentId ?? '' },
  }),
  listEnvironments: ({ owner }) => ({ query: { organizationId: owner.organizationId ?? '' } }),
  createEnvironment: ({ owner }) => ({
    body: { organizationId: owner.organizationId, name: `QA ${randomUUID()}`, type: 'qa' },
  }),
  updateEnvironment: ({ owner }) => ({
    params: { id: owner.environmentId ?? '' },
    body: { name: 'Production', type: 'production' },
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
