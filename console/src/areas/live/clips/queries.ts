import type { Livestream } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { Problem } from '../../../lib/problem'
import { refreshStreams } from '../queries'
import { streamsKey } from '../summary'

/** Page size, the same as in the list of a video's clips. */
const pageSize = 12
/** Retries for a clip that ends now, because the recording is a few seconds behind the stream. */
const retries = { most: 12, everyMs: 1500 } as const

type ClipBody = Parameters<typeof api<'createLiveClip'>>[1]['body']

export function liveClipsQuery(environmentId: string, id: string, pageNum: number) {
  const key = [...streamsKey(environmentId), 'clips', id] as const
  return queryOptions({
    queryKey: [...key, pageNum],
    queryFn: ({ signal }) =>
      api('listLiveClips', { environmentId, params: { id }, query: { pageNum, pageSize }, signal }),
    placeholderData: keepPage(key),
  })
}

export function useCreateLiveClip({ id, environmentId, displayStatus }: Livestream) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ClipBody) => api('createLiveClip', { environmentId, params: { id }, body }),
    retry: (count, error) =>
      displayStatus === 'Live' &&
      count < retries.most &&
      error instanceof Problem &&
      error.id === 'time-beyond-end',
    retryDelay: retries.everyMs,
    onSuccess: () => refreshStreams(queries, environmentId),
  })
}
