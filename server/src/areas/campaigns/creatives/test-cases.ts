import type { Cases } from '../../../contract/test-case.ts'
import { newCampaign, newCreative } from '../../../testing/ads/campaigns.ts'
import { page } from '../test-requests.ts'

const file = 'http://93.184.216.34/soap.mp4'

const creative = { name: 'Foam', mediaUrl: file, clickThroughUrl: file, skipAfterS: 5 }

export const cases: Cases = {
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
}
