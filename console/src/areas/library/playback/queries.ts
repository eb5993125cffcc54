import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'
import { contentKey } from '../queries'

export function playbackIdsQuery(environmentId: string, id: string) {
  return queryOptions({
    // Under the video's key, so that invalidating the video also refetches its ids.
    queryKey: [...contentKey(environmentId, id), 'playback_ids'],
    queryFn: ({ signal }) => api('listPlaybackIds', { environmentId, params: { id }, signal }),
  })
}

type Given = Parameters<typeof api<'createPlaybackId'>>[1]['body']

/** Updates the playback id, or creates one if none is given. */
export function useSavePlaybackId(id: string, playbackId: string | undefined) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (body: Given) =>
      playbackId === undefined
        ? api('createPlaybackId', { environmentId: environment.id, params: { id }, body })
        : api('updatePlaybackId', { environmentId: environment.id, params: { id, playbackId }, body }),
    onSuccess: refresh,
  })
}

export function useDeletePlaybackId(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (playbackId: string) =>
      api('deletePlaybackId', { environmentId: environment.id, params: { id, playbackId } }),
    onSuccess: refresh,
  })
}

/** The first id's policy is the video's. */
function useRefresh(id: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return () => queries.invalidateQueries({ queryKey: contentKey(environment.id, id) })
}
