import { contentSorts, contentStatuses } from '@kinora/contract/library'
import * as z from 'zod/mini'

export const pageSizes = [12, 24, 48, 100] as const
export type PageSize = (typeof pageSizes)[number]
export const usualPageSize: PageSize = 12

/** What the list shows is in its address. `size` is there only where it is not the person's own. */
export const videosSearch = z.object({
  q: z.catch(z._default(z.string(), ''), ''),
  status: z.catch(z._default(z.array(z.enum(contentStatuses)), []), []),
  sort: z.catch(z._default(z.enum(contentSorts), '-createdAt'), '-createdAt'),
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
  size: z.catch(z.optional(z.literal(pageSizes)), undefined),
  /** The dialog that is open. */
  add: z.catch(z.optional(z.literal('url')), undefined),
})
export type VideosSearch = z.infer<typeof videosSearch>

export const noFilters = {
  q: '',
  status: [],
  sort: '-createdAt',
  page: 1,
} as const satisfies Partial<VideosSearch>

/** What the address asks the server for. */
export function listQueryOf({ q, status, sort, page, size }: VideosSearch, ownSize: PageSize) {
  return {
    sort,
    pageNum: page,
    pageSize: size ?? ownSize,
    ...(q !== '' && { phrase: q }),
    ...(status.length > 0 && { status }),
  }
}
