import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { type MomentSearch, spanDays } from './address'

export const pageSize = 24
const dayMs = 24 * 3600 * 1000

/** The moments of a search. It has none if nothing is asked for. */
export function momentsQuery(environmentId: string, search: MomentSearch) {
  const { q, places, language, folder, span, person, object, sort, like, at, page } = search
  const body = {
    phrase: like === undefined ? q : '',
    sort,
    ...(like !== undefined && { like: { contentId: like, at } }),
    pageNum: page,
    pageSize,
    ...(places.length > 0 && { places }),
    ...(language !== undefined && { language }),
    ...(folder !== undefined && { assetCollectionUUID: folder }),
    ...(person !== undefined && { people: [person] }),
    ...(object !== undefined && { objects: [object] }),
    // Whole days, so that the key stays the same while the user pages.
    ...(span !== undefined && {
      from: new Date(Math.floor(Date.now() / dayMs - spanDays[span]) * dayMs).toISOString(),
    }),
  }
  const keyOf = (pageNum: number) => ['moments', environmentId, { ...body, pageNum }]
  return queryOptions({
    queryKey: keyOf(page),
    queryFn({ client, signal }) {
      // Pages of one list come from one ranking.
      const first = page > 1 ? client.getQueryData<FoundMoments>(keyOf(1)) : undefined
      const ranked = first === undefined ? body : { ...body, ranking: first.ranking }
      return api('searchMoments', { environmentId, body: ranked, signal })
    },
    enabled: !asksNothing(search),
    placeholderData: keepPreviousData,
  })
}

/** The labels of objects that were found in videos. */
export function seenObjectsQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['seen-objects', environmentId],
    queryFn: async ({ signal }) => (await api('listSeenObjects', { environmentId, signal })).items,
  })
}

/** Whether nothing is asked for: neither words nor a person, an object or a look. */
export function asksNothing({ q, person, object, like }: MomentSearch): boolean {
  return q.trim() === '' && person === undefined && object === undefined && like === undefined
}

/** The answer of a search. */
export type FoundMoments = Awaited<ReturnType<typeof api<'searchMoments'>>>
