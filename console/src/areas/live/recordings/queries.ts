import type { LiveRecording } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { refreshStreams } from '../queries'
import { streamsKey } from '../summary'

type ListQuery = NonNullable<Parameters<typeof api<'listLiveRecordings'>>[1]['query']>

export function recordingsQuery(environmentId: string, query: ListQuery) {
  const key = [...streamsKey(environmentId), 'recordings'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listLiveRecordings', { environmentId, query, signal }),
    placeholderData: keepPage(key),
  })
}

export function useArchiveRecording() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: LiveRecording) =>
      api('archiveLiveRecording', { environmentId, params: { id } }),
    // Not awaited: the menu in the row must report success before the row leaves the list.
    onSuccess: (_, { environmentId }) => void refreshStreams(queries, environmentId),
  })
}
