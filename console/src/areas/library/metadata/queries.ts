import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'
import { contentKey, useCacheContent } from '../queries'

export function changesQuery(environmentId: string, id: string) {
  return queryOptions({
    // Under the video's key, so that invalidating the video also refetches its history.
    queryKey: [...contentKey(environmentId, id), 'changes'],
    queryFn: ({ signal }) => api('listContentChanges', { environmentId, params: { id }, signal }),
  })
}

export function metadataKeysQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['metadata-keys', environmentId],
    queryFn: ({ signal }) => api('listMetadataKeys', { environmentId, signal }),
  })
}

export function tagsQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['tags', environmentId],
    queryFn: ({ signal }) => api('listTags', { environmentId, signal }),
  })
}

export function useUndoChange(id: string) {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (changeId: string) =>
      api('undoContentChange', { environmentId: environment.id, params: { id, changeId } }),
    onSuccess: keep,
  })
}
