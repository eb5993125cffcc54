import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { accountBody, newAccount } from '../../../testing/intake/accounts.ts'

export const cases: Cases = {
  createCloudAccount: () => ({ body: accountBody() }),
  listCloudAccounts: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  getCloudAccount: existing,
  updateCloudAccount: async (tenant) => ({ ...(await existing(tenant)), body: accountBody() }),
  deleteCloudAccount: existing,
  // Nobody listens there, which the answer says.
  testCloudAccount: async (tenant) => ({ ...(await existing(tenant)), body: { path: '' } }),
}

async function existing({ owner }: Tenant): Promise<Case> {
  return { params: { id: (await newAccount(owner)).id } }
}
