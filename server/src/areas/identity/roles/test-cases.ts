import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { memberOf, newRole, organizationOf, roleOf } from '../test-requests.ts'

export const cases: Cases = {
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
}
