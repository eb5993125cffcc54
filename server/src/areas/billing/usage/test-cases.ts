import type { Cases } from '../../../contract/test-case.ts'
import { organizationIn } from '../test-requests.ts'

export const cases: Cases = {
  getBillingUsage: (tenant) => ({ params: organizationIn(tenant), query: { at: '2026-11-20T00:00:00Z' } }),
  estimateCost: (tenant) => ({ params: organizationIn(tenant), query: { usage: 'streaming:60000' } }),
  getMeterUsage: (tenant) => ({
    params: { ...organizationIn(tenant), meter: 'streaming' },
    query: {
      at: '2026-11-20T00:00:00Z',
      environmentId: tenant.owner.environmentId ?? '',
      objectId: tenant.content.id,
    },
    // Nothing was streamed.
    answers: 'not-found',
  }),
}
