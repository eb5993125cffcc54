import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'
import { contentKey, useCacheContent } from '../queries'

/** Rendering waits in a queue. */
const renderTimeoutMs = 60_000
/** Uploading a file may be slow. */
const uploadTimeoutMs = 300_000

export function thumbnailsQuery(environmentId: string, id: string) {
  return queryOptions({
    // Under the video's key, so that events of its thumbnails refetch them.
    queryKey: [...contentKey(environmentId, id), 'thumbnails'],
    queryFn: ({ signal }) => api('listThumbnails', { environmentId, params: { id }, signal }),
  })
}

export function useCapture(id: string) {
  const { environment, onSuccess } = useThumbnailMutation(id)
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createThumbnail'>>[1]['body']) =>
      api('createThumbnail', {
        environmentId: environment.id,
        params: { id },
        body,
        timeoutMs: renderTimeoutMs,
      }),
    onSuccess,
  })
}

export function useMakeGif(id: string) {
  const { environment, onSuccess } = useThumbnailMutation(id)
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createGif'>>[1]['body']) =>
      api('createGif', { environmentId: environment.id, params: { id }, body, timeoutMs: renderTimeoutMs }),
    onSuccess,
  })
}

export function useUploadThumbnail(id: string) {
  const { environment, onSuccess } = useThumbnailMutation(id)
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'uploadThumbnail'>>[1]['body']) =>
      api('uploadThumbnail', {
        environmentId: environment.id,
        params: { id },
        body,
        timeoutMs: uploadTimeoutMs,
      }),
    onSuccess,
  })
}

export function useDeleteThumbnail(id: string) {
  const { environment, onSuccess } = useThumbnailMutation(id)
  return useMutation({
    mutationFn: (thumbnailId: string) =>
      api('deleteThumbnail', { environmentId: environment.id, params: { id, thumbnailId } }),
    onSuccess,
  })
}

/** Saves the frame at a time and makes it the poster. */
export function useFrameAsPoster(id: string) {
  const keep = useCacheContent()
  const { environment, onSuccess } = useThumbnailMutation(id)
  return useMutation({
    mutationFn: async (time: number) => {
      const { id: thumbnailId } = await api('createThumbnail', {
        environmentId: environment.id,
        params: { id },
        body: { time },
        timeoutMs: renderTimeoutMs,
      })
      return api('choosePoster', { environmentId: environment.id, params: { id }, body: { thumbnailId } })
    },
    onSuccess: keep,
    // The frame may have been saved even if it did not become the poster.
    onSettled: onSuccess,
  })
}

/** Null for the generated poster. */
export function useChoosePoster(id: string) {
  const keep = useCacheContent()
  const { environment, onSuccess } = useThumbnailMutation(id)
  return useMutation({
    mutationFn: (thumbnailId: string | null) =>
      api('choosePoster', { environmentId: environment.id, params: { id }, body: { thumbnailId } }),
    onSuccess: async (content) => {
      keep(content)
      await onSuccess()
    },
  })
}

function useThumbnailMutation(id: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const onSuccess = () => queries.invalidateQueries({ queryKey: contentKey(environment.id, id) })
  return { environment, onSuccess }
}
