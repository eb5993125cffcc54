import type { Cases } from '../../../contract/test-case.ts'
import { newCampaign } from '../../../testing/ads/campaigns.ts'

export const cases: Cases = {
  getCampaignReport: async (tenant) => ({
    params: { id: await newCampaign(tenant) },
    query: { from: '2026-11-01', to: '2026-11-30' },
  }),
}
