import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { streamsKey } from '../summary'

/** Polling interval while the recording grows. */
const refetchMs = 10_000

export function recordingQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: [...streamsKey(environmentId), 'recording', id],
    queryFn: ({ signal }) => api('getLiveRecording', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.isLive ? refetchMs : false),
  })
}
