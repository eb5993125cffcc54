import * as read from '../../lib/browser/read'

/** Search parameters of the patch bay. */
export const baySearch = read.fields({
  view: read.oneOf(['bay', 'list'], 'bay'),
  /** The open dialog. */
  new: read.oneOf(['input', 'destination'], undefined),
})
export type BaySearch = read.FieldsRead<typeof baySearch>
export const wholeBay = { view: 'bay', new: undefined } as const

/** Search parameters of an input. */
export const inputSearch = read.fields({ window: read.oneOf(['1h', '4h', '8h'], '1h') })
export const lastHour = { window: '1h' } as const
