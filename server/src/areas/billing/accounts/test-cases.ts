import type { Cases } from '../../../contract/test-case.ts'
import { organizationIn } from '../test-requests.ts'

export const cases: Cases = {
  getBillingAccount: (tenant) => ({ params: organizationIn(tenant) }),
  getWalletStatus: (tenant) => ({ params: organizationIn(tenant) }),
  getBillingPeriods: (tenant) => ({ params: organizationIn(tenant) }),
  getLocalBillingPeriod: ({ owner }) => ({ query: { organizationId: owner.organizationId ?? '' } }),
  setSpendCap: (tenant) => ({ params: organizationIn(tenant), body: { amount: 50_000_000 } }),
  getBillingTerms: (tenant) => ({ params: organizationIn(tenant) }),
  setBillingTerms: (tenant) => ({
    params: organizationIn(tenant),
    body: { isPrepaid: false, graceDays: 7, creditLimit: 0 },
  }),
  addBillingCredit: (tenant) => ({
    params: organizationIn(tenant),
    body: { amount: 1_000_000, reason: 'For the test' },
  }),
}
