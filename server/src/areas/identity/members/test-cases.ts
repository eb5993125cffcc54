import { randomUUID } from 'node:crypto'
import type { Cases, Tenant } from '../../../contract/test-case.ts'
import { memberOf, organizationOf, roleOf } from '../test-requests.ts'

export const cases: Cases = {
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
}

async function invitationOf(world: Tenant): Promise<string> {
  const { items } = await world.owner.call('listRoles', { params: organizationOf(world) })
  const roleId = items.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
  const invited = await world.owner.call('inviteMember', {
    params: organizationOf(world),
    body: { email: `${randomUUID()}@example.com`, roleId },
  })
  return invited.invitationId ?? ''
}
