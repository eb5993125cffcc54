import type { adsCalls } from '@kinora/contract'
import type { CasesOf } from '../../contract/test-case.ts'
import {
  newAdBreak,
  newAdChannel,
  someAdChannel,
  viewedSession,
  watchedChannel,
} from '../../testing/ad-channels.ts'

const tag = 'http://93.184.216.34/vast?page=[CACHEBUSTING]'

const settings = {
  name: 'Evening',
  preroll: true,
  maxPrerollDurationS: 20,
  adServerTimeoutMs: 200,
  allowSeekOverAds: true,
  tracking: 'player',
  campaigns: 'first',
  cpm: 2_500_000,
  currency: 'EUR',
  houseAdUrls: [tag],
  slateUrl: tag,
  openingBumperUrl: tag,
  closingBumperUrl: null,
  vmapUrl: tag,
  competitiveSeparation: true,
  frequencyCap: { views: 2, hours: 24 },
  personalizationThresholdS: 10,
  availSuppression: 'ahead',
  availSuppressionS: 60,
  metadata: [{ key: 'genre', value: 'news', type: 'text' }],
  prerollAdTagUrl: tag,
  midrollAdTagUrl: tag,
  tags: ['one', 'two'],
}

export const cases: CasesOf<keyof typeof adsCalls> = {
  createAdChannel: ({ content }) => ({ body: { ...settings, streamId: content.id } }),
  listAdChannels: () => ({ query: { pageNum: '1', pageSize: '12', phrase: 'x', enabled: 'true' } }),
  listStreamAdChannels: ({ content }) => ({
    params: { id: content.id },
    query: { pageNum: '1', pageSize: '12' },
  }),
  getAdChannel: async (tenant) => ({ params: { id: await someAdChannel(tenant) } }),
  updateAdChannel: async (tenant) => ({ params: { id: await someAdChannel(tenant) }, body: settings }),
  enableAdChannel: async (tenant) => ({ params: { id: await someAdChannel(tenant) } }),
  disableAdChannel: async (tenant) => ({ params: { id: await newAdChannel(tenant) } }),
  deleteAdChannel: async (tenant) => ({ params: { id: await newAdChannel(tenant) } }),
  tryAdChannel: async (tenant) => ({
    params: { id: await someAdChannel(tenant) },
    body: { country: 'IN', deviceType: 'phone', params: { 'kv.genre': 'news' } },
  }),
  createAdBreak: async (tenant) => ({
    params: { id: await tenant.video() },
    body: { at: 1, durationS: 20, returnAt: 1.5, adTagUrl: tag, enabled: false },
  }),
  importAdBreaks: async (tenant) => ({
    params: { id: await tenant.video() },
    body: { text: 'time\n0.5,20', durationS: 15 },
  }),
  findAdPlaces: async (tenant) => ({ params: { id: await tenant.video() } }),
  getAdPlaces: async (tenant) => ({ params: { id: await tenant.video() } }),
  listAdBreaks: ({ content }) => ({ params: { id: content.id } }),
  updateAdBreak: async (tenant) => ({
    params: await newAdBreak(tenant),
    body: { at: 1.5, durationS: 20, returnAt: null, adTagUrl: null, enabled: true },
  }),
  deleteAdBreak: async (tenant) => ({ params: await newAdBreak(tenant) }),
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
  reconcileAdChannel: async (tenant) => ({
    params: { id: await someAdChannel(tenant) },
    body: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', csv: 'soap,12' },
  }),
  decodeScte35: () => ({
    body: { message: '/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=' },
  }),
  getSessionAds: async (tenant) => ({ params: await viewedSession(tenant) }),
  getAssetList: async (tenant) => ({ params: { ...(await viewedSession(tenant)), position: '0' } }),
  reportAdEvents: async (tenant) => ({
    params: await viewedSession(tenant),
    body: { events: [{ break: 0, ad: 0, event: 'click' }] },
    // The channel has no ad tag, so there are no ads.
    answers: 'ad-not-in-session',
  }),
  getAdSession: async (tenant) => ({ params: await watchedChannel(tenant) }),
}
