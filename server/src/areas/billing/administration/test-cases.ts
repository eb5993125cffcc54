import type { Cases } from '../../../contract/test-case.ts'
import { organizationIn } from '../test-requests.ts'

export const cases: Cases = {
  listWallets: () => ({ query: { phrase: 'Deccan' } }),
  listWalletDocuments: (tenant) => ({ params: organizationIn(tenant), query: { pageSize: '5' } }),
  getBillingRevenue: () => ({ query: { months: '3' } }),
  listInstallationPlans: () => ({ query: { pageSize: '5' } }),
}
