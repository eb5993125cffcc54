import type { createAdChannelBody } from '@kinora/contract/ads/channels'

export type ChannelFields = NonNullable<ReturnType<typeof createAdChannelBody.safeParse>['data']>

/** Fields of a new channel, without its content. */
export const newChannel: Omit<ChannelFields, 'streamId'> = {
  name: '',
  preroll: true,
  maxPrerollDurationS: 30,
  prerollAdTagUrl: null,
  midrollAdTagUrl: null,
  adServerTimeoutMs: 1500,
  allowSeekOverAds: false,
  tracking: 'server',
  houseAdUrls: [],
  openingBumperUrl: null,
  closingBumperUrl: null,
  slateUrl: null,
  vmapUrl: null,
  frequencyCap: null,
  campaigns: 'rest',
  competitiveSeparation: false,
  availSuppression: 'behind',
  availSuppressionS: 0,
  personalizationThresholdS: null,
  metadata: [],
  cpm: null,
  currency: 'USD',
  tags: [],
}
