import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { organizationIn, ownPlan } from '../test-requests.ts'

export const cases: Cases = {
  listBillingPlans: () => ({}),
  listBillingPackages: () => ({}),
  getBillingPackagesOfUser: () => ({}),
  listOrganizationPlans: (tenant) => ({ params: organizationIn(tenant) }),
  listBillingSubscriptions: (tenant) => ({ params: organizationIn(tenant) }),
  changeBillingPlan: async (tenant) => ({
    params: organizationIn(tenant),
    body: { planId: await ownPlan(tenant) },
  }),
  createBillingPlan: ({ owner }) => ({
    body: {
      organizationId: owner.organizationId,
      name: `Plan ${randomUUID()}`,
      currency: 'USD',
      freeEnvironments: ['development'],
      credit: 20_000_000,
      minimum: 5_000_000,
    },
  }),
  addMeterPrice: async (tenant) => ({
    params: { id: await ownPlan(tenant) },
    body: {
      meter: 'streaming',
      mode: 'graduated',
      per: 60_000,
      included: 0,
      tiers: [{ upTo: null, micros: 90 }],
      validFrom: '2040-01-01T00:00:00Z',
    },
  }),
}
