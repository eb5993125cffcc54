import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { useWorkspace } from '../../identity'
import { contentsKey, useCacheContent } from '../queries'

export const clipsPerPage = 12

export function clipsQuery(environmentId: string, id: string, pageNum: number) {
  // Under the key of content lists, so that events of videos refresh it.
  const key = [...contentsKey(environmentId), 'clips', id] as const
  return queryOptions({
    queryKey: [...key, pageNum],
    queryFn: ({ signal }) =>
      api('listClips', {
        environmentId,
        params: { id },
        query: { pageNum, pageSize: clipsPerPage },
        signal,
      }),
    placeholderData: keepPage(key),
  })
}

export function useCreateClip(id: string) {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createClip'>>[1]['body']) =>
      api('createClip', { environmentId: environment.id, params: { id }, body }),
    onSuccess: keep,
  })
}
