import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'
import { useCacheContent } from '../queries'

/** Uploading a logo may be slow, and it is re-rendered. */
const uploadTimeoutMs = 300_000

/** Overlays that the server can render into a frame. They do not change while the server runs. */
export function socialCapabilitiesQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['social-means', environmentId],
    queryFn: ({ signal }) => api('getSocialClipOptions', { environmentId, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useCreateSocialClip() {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createSocialClip'>>[1]['body']) =>
      api('createSocialClip', { environmentId: environment.id, body, timeoutMs: uploadTimeoutMs }),
    onSuccess: keep,
  })
}
