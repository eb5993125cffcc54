import type { Cases } from '../../../contract/test-case.ts'
import { viewedSession } from '../../../testing/ad-channels.ts'

export const cases: Cases = {
  getSessionAds: async (tenant) => ({ params: await viewedSession(tenant) }),
  getAssetList: async (tenant) => ({ params: { ...(await viewedSession(tenant)), position: '0' } }),
  reportAdEvents: async (tenant) => ({
    params: await viewedSession(tenant),
    body: { events: [{ break: 0, ad: 0, event: 'click' }] },
    // The channel has no ad tag, so there are no ads.
    answers: 'ad-not-in-session',
  }),
}
