import { displayStatuses, livestreamSorts, monitorWindows } from '@kinora/contract/live/values'
import * as read from '../../lib/browser/read'

export const pageSizes = [12, 24, 48, 100] as const
export type PageSize = (typeof pageSizes)[number]
export const usualPageSize: PageSize = 12

/** Search parameters of the list. `size` is present only if it differs from the user's preference. */
export const streamsSearch = read.fields({
  q: read.text(''),
  show: read.oneOf(displayStatuses, undefined),
  group: read.text(undefined),
  record: read.oneOf(['on', 'off'], undefined),
  sort: read.oneOf(livestreamSorts, '-createdAt'),
  page: read.page(),
  size: read.oneOf(pageSizes, undefined),
  /** Whether the dialog for a new stream is open. */
  new: read.flag(false),
})
export type StreamsSearch = read.FieldsRead<typeof streamsSearch>

export const noFilters = {
  q: '',
  show: undefined,
  group: undefined,
  record: undefined,
  sort: '-createdAt',
  page: 1,
  new: false,
} as const satisfies Omit<StreamsSearch, 'size'>

/** Whether the list is filtered or searched. */
export function isNarrowed({ q, show, group, record }: StreamsSearch): boolean {
  return q !== '' || show !== undefined || group !== undefined || record !== undefined
}

/** Query of the API for the search parameters. */
export function streamsQueryOf(
  { q, show, group, record, sort, page: pageNum, size: pageSize }: StreamsSearch,
  ownSize: PageSize,
) {
  return {
    sort,
    pageNum,
    pageSize: pageSize ?? ownSize,
    ...(q !== '' && { phrase: q }),
    ...(show !== undefined && { displayStatus: show }),
    ...(group !== undefined && { group }),
    ...(record !== undefined && { record: record === 'on' }),
  }
}

export const customUrlsSearch = read.fields({
  q: read.text(''),
  status: read.oneOf(['resumed', 'paused'], undefined),
  page: read.page(),
  size: read.oneOf(pageSizes, undefined),
})
export const allCustomUrls = { q: '', status: undefined, page: 1 } as const

export const pageSearch = read.fields({ page: read.page() })
export const firstPage = { page: 1 } as const

export const recordingsSearch = read.fields({
  q: read.text(''),
  page: read.page(),
  size: read.oneOf(pageSizes, undefined),
})
export const allRecordings = { q: '', page: 1 } as const

export const plannedSearch = read.fields({
  q: read.text(''),
  page: read.page(),
  /** Whether the dialog for a new planned recording is open. */
  new: read.flag(false),
  /** The stream that it begins with. */
  stream: read.text(''),
})
export const allPlanned = { q: '', page: 1, new: false, stream: '' } as const

export const monitoringParts = ['stream', 'viewers'] as const
export const monitoringSearch = read.fields({
  part: read.oneOf(monitoringParts, 'stream'),
  window: read.oneOf(monitorWindows, '1h'),
  // Parameters of the viewers component.
  range: read.text(undefined),
  metric: read.text(undefined),
  open: read.text(undefined),
})
export const usualMonitoring = { part: 'stream', window: '1h' } as const
