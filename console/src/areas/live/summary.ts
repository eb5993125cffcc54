import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api'

/** Polling interval. The sidebar shows the number on screens that do not listen to events. */
const summaryRefetchMs = 30_000

export const streamsKey = (environmentId: string) => ['livestreams', environmentId] as const

export function summaryQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...streamsKey(environmentId), 'summary'],
    queryFn: ({ signal }) => api('getLivestreamSummary', { environmentId, signal }),
    refetchInterval: summaryRefetchMs,
  })
}
