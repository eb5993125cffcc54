import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { organizationOf } from '../test-requests.ts'

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const withLogo = { name: 'Deccan Television', title: 'Deccan', logo: png }

export const cases: Cases = {
  createOrganization: () => ({ body: { name: 'Andhra Institute' } }),
  updateOrganization: (world) => ({ params: organizationOf(world), body: withLogo }),
  getOrganizationLogo: async (world) => {
    const params = organizationOf(world)
    await world.owner.call('updateOrganization', { params, body: withLogo })
    return { params }
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
}
