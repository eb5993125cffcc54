import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  listWallets: () => ({ query: { phrase: 'Deccan' } }),
  getBillingRevenue: () => ({ query: { months: '3' } }),
  listInstallationPlans: () => ({ query: { pageSize: '5' } }),
}
