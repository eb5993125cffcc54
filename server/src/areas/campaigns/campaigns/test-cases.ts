import type { Cases, Tenant } from '../../../contract/test-case.ts'
import { someAdChannel } from '../../../testing/ad-channels.ts'
import { newCampaign, someAdvertiser } from '../../../testing/ads/campaigns.ts'
import { page } from '../test-requests.ts'

const settings = async (tenant: Tenant) => ({
  name: 'Summer',
  startsAt: '2026-06-01T00:00:00.000Z',
  endsAt: '2026-07-01T00:00:00.000Z',
  priority: 3,
  viewerViews: 2,
  viewerHours: 24,
  totalImpressions: 1000,
  cpm: 2_500_000,
  currency: 'EUR',
  countries: ['IN'],
  deviceTypes: ['phone'],
  tags: ['news'],
  streamIds: [tenant.content.id],
  channelIds: [await someAdChannel(tenant)],
})

export const cases: Cases = {
  createCampaign: async (tenant) => ({
    body: { advertiserId: await someAdvertiser(tenant), ...(await settings(tenant)) },
  }),
  listCampaigns: async (tenant) => ({
    query: { ...page, phrase: 'summer', advertiserId: await someAdvertiser(tenant) },
  }),
  getCampaign: async (tenant) => ({ params: { id: await newCampaign(tenant) } }),
  updateCampaign: async (tenant) => ({
    params: { id: await newCampaign(tenant) },
    body: await settings(tenant),
  }),
  pauseCampaign: async (tenant) => ({ params: { id: await newCampaign(tenant) } }),
  resumeCampaign: async (tenant) => ({ params: { id: await newCampaign(tenant) } }),
  deleteCampaign: async (tenant) => ({ params: { id: await newCampaign(tenant) } }),
}
