import type { adChannels } from './tables.ts'

/** A channel as it is stored. */
export type StoredChannel = typeof adChannels.$inferSelect

/** Addresses that people give a channel, which can have secrets. */
export interface ChannelAddresses {
  readonly prerollAdTagUrl: string | null
  readonly midrollAdTagUrl: string | null
  readonly vmapUrl: string | null
  readonly openingBumperUrl: string | null
  readonly closingBumperUrl: string | null
  readonly slateUrl: string | null
  readonly houseAdUrls: string[]
}

/** A channel with whole addresses. */
export type ChannelRow = Omit<StoredChannel, keyof ChannelAddresses> & ChannelAddresses

/** Content of a channel, for macros of ad tags. */
export interface WatchedContent {
  readonly id: string
  readonly title: string
  readonly tags: readonly string[]
}

/** ID of the channel's video or live stream. */
export function streamIdOf({
  contentId,
  livestreamId,
}: Pick<ChannelRow, 'contentId' | 'livestreamId'>): string {
  const id = contentId ?? livestreamId
  if (id === null) throw new Error('an ad channel has neither a video nor a live stream')
  return id
}
