import * as read from '../../lib/browser/read'

/** Search parameters of the list of channels. */
export const channelsSearch = read.fields({
  q: read.text(''),
  enabled: read.oneOf(['true', 'false'], undefined),
  page: read.page(),
  /** Whether the dialog for a new channel is open. */
  new: read.flag(false),
  /** ID of the new channel's video. `live` is that of its live stream. */
  video: read.text(undefined),
  live: read.text(undefined),
})
export type ChannelsSearch = read.FieldsRead<typeof channelsSearch>

export const allChannels = { q: '', enabled: undefined, page: 1, new: false } as const

const own = read.text(undefined)

/** Search parameters of a channel. For the session log, `session` is the open session, and the others are filters. */
export const channelSearch = read.fields({
  tab: own,
  session: own,
  q: own,
  reason: own,
  device: own,
  range: own,
  /** Shows only sessions without ads. */
  empty: read.flag(false),
})

/** Search parameters of the decoder: the SCTE-35 message. */
export const decoderSearch = read.fields({ message: read.text('') })
