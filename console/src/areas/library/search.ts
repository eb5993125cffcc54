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
export function listQueryOf(
  { q, status = [], sort, page, size }: Omit<DamSearch, 'add'> & { status?: VideosSearch['status'] },
  ownSize: PageSize,
) {
  return {
    sort,
    pageNum: page,
    pageSize: size ?? ownSize,
    ...(q !== '' && { phrase: q }),
    ...(status.length > 0 && { status }),
  }
}

export const damViews = ['table', 'grid'] as const
export type DamView = (typeof damViews)[number]

/** A folder, or with none what is in no folder. `view` and `size` are there only where they are not the person's own. */
export const damSearch = z.object({
  folder: z.catch(z.optional(z.uuid()), undefined),
  q: z.catch(z._default(z.string(), ''), ''),
  sort: z.catch(z._default(z.enum(contentSorts), '-createdAt'), '-createdAt'),
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
  size: z.catch(z.optional(z.literal(pageSizes)), undefined),
  view: z.catch(z.optional(z.enum(damViews)), undefined),
  /** The dialog that is open. */
  add: z.catch(z.optional(z.literal('folder')), undefined),
})
export type DamSearch = z.infer<typeof damSearch>

export const wholeLevel = { q: '', sort: '-createdAt', page: 1 } as const satisfies Partial<DamSearch>

export const trashSearch = z.object({
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
})
