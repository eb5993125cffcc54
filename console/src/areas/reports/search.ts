import * as read from '../../lib/browser/read'

export const reportsSearch = read.fields({ q: read.text(''), page: read.page() })
export const allReports = { q: '', page: 1 } as const

/** Search parameters of the list of embedded reports. `code`: the one whose code is shown. */
export const embedsSearch = read.fields({ q: read.text(''), page: read.page(), code: read.text('') })
export const allEmbeds = { q: '', page: 1, code: '' } as const

/** Search parameters of a new embed: the metric of analytics, split, range and filters of the screen that opened it. */
export const newEmbedSearch = read.fields({
  metric: read.text(''),
  split: read.text(''),
  range: read.text(''),
  where: (value: unknown) => (typeof value === 'object' && value !== null ? value : {}),
})
export type NewEmbedSearch = read.FieldsRead<typeof newEmbedSearch>

/** Search parameters of a report's history. */
export const reportSearch = read.fields({ page: read.page() })
export const firstRuns = { page: 1 } as const
