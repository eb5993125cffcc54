import { randomUUID } from 'node:crypto'
import type { campaignsCalls } from '@kinora/contract'
import type { CasesOf, Tenant } from '../../contract/test-case.ts'
import { someAdChannel } from '../../testing/ad-channels.ts'
import { newAdvertiser, newCampaign, newCreative, someAdvertiser } from '../../testing/ads/campaigns.ts'

const page = { pageNum: '1', pageSize: '12' }
const file = 'http://93.184.216.34/soap.mp4'

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

const creative = { name: 'Foam', mediaUrl: file, clickThroughUrl: file, skipAfterS: 5 }

export const cases: CasesOf<keyof typeof campaignsCalls> = {
  createAdvertiser: () => ({
    body: { name: `Tea ${randomUUID()}`, contactEmail: 'ads@tea.example', note: 'Since 1998' },
  }),
  listAdvertisers: () => ({ query: { ...page, phrase: 'tea' } }),
  getAdvertiser: async (tenant) => ({ params: { id: await someAdvertiser(tenant) } }),
  updateAdvertiser: async (tenant) => ({
    params: { id: await newAdvertiser(tenant) },
    body: { name: `Salt ${randomUUID()}`, contactEmail: 'ads@salt.example', note: 'x', enabled: false },
  }),
  deleteAdvertiser: async (tenant) => ({ params: { id: await newAdvertiser(tenant) } }),
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
  createCampaignCreative: async (tenant) => ({ params: { id: await newCampaign(tenant) }, body: creative }),
  listCampaignCreatives: async (tenant) => ({ params: { id: await newCampaign(tenant) } }),
  updateCampaignCreative: async (tenant) => ({ params: (await newCreative(tenant)).params, body: creative }),
  deleteCampaignCreative: async (tenant) => ({ params: (await newCreative(tenant)).params }),
  getCreativeFile: async (tenant) => ({
    params: (await newCreative(tenant)).params,
    // The URL has no file.
    answers: 'creative-unreachable',
  }),
  reviewCampaignCreative: async (tenant) => {
    const { params, submittedAt } = await newCreative(tenant)
    return { params, body: { approved: false, reason: 'Too loud', submittedAt } }
  },
  listCreativeReviews: () => ({ query: { ...page, state: 'rejected' } }),
  getCampaignReport: async (tenant) => ({
    params: { id: await newCampaign(tenant) },
    query: { from: '2026-11-01', to: '2026-11-30' },
  }),
}
