import * as read from '../../lib/browser/read'

export const portraitsSearch = read.fields({
  q: read.text(''),
  page: read.page(),
  /** Whether the dialog for a new portrait is open. */
  new: read.flag(false),
})
export type PortraitsSearch = read.FieldsRead<typeof portraitsSearch>
export const allPortraits = { q: '', page: 1, new: false } as const

/** Search parameters of a portrait. */
export const portraitSearch = read.fields({
  tab: read.oneOf(['thumbnails', 'metadata'], undefined),
})
