import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { uploads } from '../../../lib/upload'
import { useWorkspace } from '../../identity'
import { contentKey, useCacheContent } from '../queries'

/** The upload queue sends the file, so that the upload can be paused and resumed. */
export function useReplaceFile(id: string) {
  const queries = useQueryClient()
  const { user, environment } = useWorkspace()
  const environmentId = environment.id
  return useMutation({
    mutationFn: async (from: File | string) => {
      const params = { id }
      if (typeof from === 'string') {
        await api('replaceByUrl', { environmentId, params, body: { url: from } })
        return
      }
      const body = { fileName: from.name, fileSize: from.size }
      const { uploadId } = await api('replaceByUpload', { environmentId, params, body })
      uploads.send(from, { userId: user.id, environmentId }, uploadId)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: contentKey(environmentId, id) }),
  })
}

/** Cancels a replacement, or dismisses its error. */
export function useCancelReplacement(id: string) {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: () => api('cancelReplacement', { environmentId: environment.id, params: { id } }),
    onSuccess: keep,
  })
}
