import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'

/** More than a language model may take. */
const timeoutMs = 115_000

export function enrichmentQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: ['enrichment', environmentId, id],
    queryFn: ({ signal }) => api('enrichMetadata', { environmentId, params: { id }, signal, timeoutMs }),
    // The transcript may have changed since.
    gcTime: 0,
  })
}

/** Updates the video with a suggestion. Its event loads the video again. */
export function useAcceptSuggestion(id: string) {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: {
      readonly title?: string
      readonly description?: string
      readonly tags?: string[]
    }) => api('updateContent', { environmentId: environment.id, params: { id }, body }),
  })
}
