import type { Cases } from '../../../contract/test-case.ts'
import { someAdChannel, watchedChannel } from '../../../testing/ad-channels.ts'

export const cases: Cases = {
  listAdSessions: async (tenant) => ({
    params: { id: await someAdChannel(tenant) },
    query: {
      pageSize: '10',
      sessionId: '01a2',
      country: 'IN',
      deviceType: 'phone',
      reason: 'no-ads',
      adId: 'soap',
      withoutAds: 'true',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
    },
  }),
  getAdSession: async (tenant) => ({ params: await watchedChannel(tenant) }),
}
