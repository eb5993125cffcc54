import type { MonitorWindow } from '@kinora/contract/live/values'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'

/** Polling interval, the same as the storage interval of the server. Hidden pages do not poll. */
const refetchMs = 5000

export function monitorsQuery(environmentId: string, id: string, window: MonitorWindow) {
  // Not below the key of streams, because events of streams do not change the figures.
  const key = ['livestream-monitors', environmentId, id] as const
  return queryOptions({
    queryKey: [...key, window],
    queryFn: ({ signal }) => api('getMonitors', { environmentId, params: { id }, query: { window }, signal }),
    placeholderData: keepPage(key),
    refetchInterval: refetchMs,
  })
}
