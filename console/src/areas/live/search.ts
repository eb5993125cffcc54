import { displayStatuses, livestreamSorts } from '@kinora/contract/live/choices'
import * as z from 'zod/mini'

export const pageSizes = [12, 24, 48, 100] as const
export type PageSize = (typeof pageSizes)[number]
export const usualPageSize: PageSize = 12

const page = z.catch(z._default(z.int().check(z.minimum(1)), 1), 1)
const size = z.catch(z.optional(z.literal(pageSizes)), undefined)
const phrase = z.catch(z._default(z.string(), ''), '')

/** The state of the list is in its address. `size` is present only if it differs from the user's preference. */
export const streamsSearch = z.object({
  q: phrase,
  show: z.catch(z.optional(z.enum(displayStatuses)), undefined),
  group: z.catch(z.optional(z.string()), undefined),
  record: z.catch(z.optional(z.enum(['on', 'off'])), undefined),
  sort: z.catch(z._default(z.enum(livestreamSorts), '-createdAt'), '-createdAt'),
  page,
  size,
  /** The dialog for a new stream is open. */
  new: z.catch(z._default(z.boolean(), false), false),
})
export type StreamsSearch = z.infer<typeof streamsSearch>

export const noFilters = {
  q: '',
  show: undefined,
  group: undefined,
  record: undefined,
  sort: '-createdAt',
  page: 1,
  new: false,
} as const satisfies Omit<StreamsSearch, 'size'>

/** Whether a filter or a phrase narrows the list. */
export function isNarrowed({ q, show, group, record }: StreamsSearch): boolean {
  return q !== '' || show !== undefined || group !== undefined || record !== undefined
}

/** The request for the address. */
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

export const customUrlsSearch = z.object({
  q: phrase,
  status: z.catch(z.optional(z.enum(['resumed', 'paused'])), undefined),
  page,
  size,
})
export const allCustomUrls = { q: '', status: undefined, page: 1 } as const
