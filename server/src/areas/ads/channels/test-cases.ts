import type { Cases } from '../../../contract/test-case.ts'
import { newAdChannel, someAdChannel } from '../../../testing/ad-channels.ts'
import { tag } from '../test-requests.ts'

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

export const cases: Cases = {
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
}
