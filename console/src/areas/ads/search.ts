import * as read from '../../lib/browser/read'

/** The state of the list is in its address. */
export const channelsSearch = read.fields({
  q: read.text(''),
  enabled: read.oneOf(['true', 'false'], undefined),
  page: read.page(),
  /** The dialog for a new channel is open. */
  new: read.flag(false),
  /** The video or live stream of the new channel. */
  video: read.text(undefined),
  live: read.text(undefined),
})
export type ChannelsSearch = read.FieldsRead<typeof channelsSearch>

export const allChannels = { q: '', enabled: undefined, page: 1, new: false } as const

const own = read.text(undefined)

/** `tab` is `sessions` for the decision log, with the session that is open and what is looked for, `reconciliation` or `metadata`. */
export const channelSearch = read.fields({
  tab: own,
  session: own,
  q: own,
  reason: own,
  device: own,
  range: own,
  /** Only sessions without ads. */
  empty: read.flag(false),
})

/** The message of SCTE 35 to decode. */
export const decoderSearch = read.fields({ message: read.text('') })
