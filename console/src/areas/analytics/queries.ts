import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { type Preset, rangeOf } from './ranges'

/** Views are shown within three seconds. */
const refetchMs = 3000

export function viewsQuery(environmentId: string, preset: Preset, timezone: string) {
  return queryOptions({
    queryKey: ['analytics', environmentId, 'views', preset, timezone],
    queryFn: async ({ signal }) => {
      const { stepSeconds, ...range } = rangeOf(preset, Date.now())
      const series = await api('getViews', { environmentId, query: { ...range, timezone }, signal })
      return { ...series, stepSeconds }
    },
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  })
}
