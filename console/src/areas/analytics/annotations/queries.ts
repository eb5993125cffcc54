import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { asked, type Counted } from '../queries'
import { rangeOf } from '../ranges'

/** Annotations are rare, so this is longer than for metrics. */
const refetchMs = 15_000

/** Annotations of the videos and live streams that match the filters. Filters on viewers do not apply. */
export function annotationsQuery(counted: Counted) {
  const { environmentId, range, filters, locale } = counted
  const { contentId, category } = filters
  return queryOptions({
    queryKey: ['analytics', environmentId, range, 'annotations', contentId, category],
    queryFn: ({ signal }) => {
      const { from, to } = asked(counted)
      const query = {
        from,
        to,
        ...(contentId && { contentId: [...contentId] }),
        ...(category && { category: [...category] }),
      }
      return api('listAnnotations', { environmentId, query, signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: rangeOf(range, Date.now(), locale).isMoving ? refetchMs : false,
  })
}
