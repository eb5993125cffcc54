import type { adChannels } from './tables.ts'

export type ChannelRow = typeof adChannels.$inferSelect

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
