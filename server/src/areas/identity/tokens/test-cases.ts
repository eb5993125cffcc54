import type { Cases, Tenant } from '../../../contract/test-case.ts'

export const cases: Cases = {
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

async function tokenOf({ owner }: Tenant): Promise<{ id: string }> {
  const { id } = await owner.call('createToken', { body: { name: 'Ingest', permission: ['read', 'write'] } })
  return { id }
}
