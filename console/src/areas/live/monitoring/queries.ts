import type { MonitorWindow } from '@kinora/contract/live/values'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'

/** The server stores new figures as often. Nothing is requested while the page is hidden. */
const refetchMs = 5000

export function monitorsQuery(environmentId: string, id: string, window: MonitorWindow) {
  // Not below the key of streams: the figures change with time and not with events.
  const key = ['livestream-monitors', environmentId, id] as const
  return queryOptions({
    queryKey: [...key, window],
    queryFn: ({ signal }) => api('getMonitors', { environmentId, params: { id }, query: { window }, signal }),
    placeholderData: keepPage(key),
    refetchInterval: refetchMs,
  })
}
