import type { AudioTrack } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { uploads } from '../../../lib/upload'
import { useWorkspace } from '../../identity'
import { audioTracksKey } from '../queries'

export function audioTracksQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: audioTracksKey(environmentId, id),
    queryFn: ({ signal }) => api('listAudioTracks', { environmentId, params: { id }, signal }),
  })
}

export type TrackDetails = Pick<AudioTrack, 'name' | 'role' | 'isDefault'> & { readonly languageCode: string }

/** The upload queue sends the file, so that the upload can be paused and resumed. */
export function useAddAudioTrack(id: string) {
  const { user, environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: async ({ from, ...details }: TrackDetails & { readonly from: File | string }) => {
      const environmentId = environment.id
      const params = { id }
      if (typeof from === 'string') {
        await api('addAudioTrack', { environmentId, params, body: { ...details, url: from } })
        return
      }
      const body = { ...details, fileName: from.name, fileSize: from.size }
      const { upload } = await api('uploadAudioTrack', { environmentId, params, body })
      uploads.send(from, { userId: user.id, environmentId }, upload.uploadId)
    },
    onSuccess: refresh,
  })
}

export function useUpdateAudioTrack(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: ({
      trackId,
      ...body
    }: { readonly trackId: string } & Parameters<typeof api<'updateAudioTrack'>>[1]['body']) =>
      api('updateAudioTrack', { environmentId: environment.id, params: { id, trackId }, body }),
    onSuccess: refresh,
  })
}

export function useRetryAudioTrack(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (trackId: string) =>
      api('retryAudioTrack', { environmentId: environment.id, params: { id, trackId } }),
    onSuccess: refresh,
  })
}

export function useDeleteAudioTrack(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (trackId: string) =>
      api('deleteAudioTrack', { environmentId: environment.id, params: { id, trackId } }),
    onSuccess: refresh,
  })
}

function useRefresh(id: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return () => queries.invalidateQueries({ queryKey: audioTracksKey(environment.id, id) })
}
