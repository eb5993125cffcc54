import type { CohortSplit, VideoSort } from '@kinora/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { asked, type Counted, fresh, keyOf } from '../queries'

/** Refetch interval of queries over all views of a video, which change slowly. */
const settledMs = 15_000

function settled(counted: Counted) {
  const { refetchInterval, ...rest } = fresh(counted)
  return { ...rest, refetchInterval: refetchInterval === false ? refetchInterval : settledMs }
}

/** Audience retention of a video. Filters by video in `counted` do not apply. */
export function retentionQuery(counted: Counted, contentId: string, splitBy?: CohortSplit) {
  const { environmentId } = counted
  return queryOptions({
    queryKey: [...keyOf(counted), 'retention', contentId, splitBy ?? ''],
    queryFn: ({ signal }) => {
      const { contentId: _, ...filters } = counted.filters
      const { interval: _interval, ...range } = asked({ ...counted, filters })
      const query = { ...range, ...(splitBy !== undefined && { splitBy }) }
      return api('getRetention', { environmentId, params: { id: contentId }, query, signal })
    },
    ...settled(counted),
  })
}

interface VideoPage {
  readonly sort: VideoSort
  readonly pageNum: number
  readonly pageSize: number
}

/** Videos with their metrics. */
export function videosQuery(counted: Counted, page: VideoPage) {
  const { environmentId } = counted
  return queryOptions({
    queryKey: [...keyOf(counted), 'videos', page],
    queryFn: ({ signal }) => {
      const { interval: _, ...range } = asked(counted)
      return api('listVideoFigures', { environmentId, query: { ...range, ...page }, signal })
    },
    ...settled(counted),
  })
}

export function startupTimesQuery(counted: Counted) {
  const { environmentId } = counted
  return queryOptions({
    queryKey: [...keyOf(counted), 'startup-times'],
    queryFn: ({ signal }) => {
      const { interval: _, ...query } = asked(counted)
      return api('getStartupTimes', { environmentId, query, signal })
    },
    ...settled(counted),
  })
}

export function worstViewsQuery(counted: Counted) {
  const { environmentId } = counted
  return queryOptions({
    queryKey: [...keyOf(counted), 'worst'],
    queryFn: async ({ signal }) => {
      const { interval: _, ...query } = asked(counted)
      return (await api('listWorstViews', { environmentId, query, signal })).items
    },
    ...settled(counted),
  })
}
