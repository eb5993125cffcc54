import type { AudioTrack } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { uploads } from '../../../lib/upload'
import { useHere } from '../../identity'
import { contentKey } from '../queries'

export const audioTracksKey = (environmentId: string, id: string) =>
  // Under the video's own key: what is said of it anew, asks for its tracks too.
  [...contentKey(environmentId, id), 'audio'] as const

export function audioTracksQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: audioTracksKey(environmentId, id),
    queryFn: ({ signal }) => api('listAudioTracks', { environmentId, params: { id }, signal }),
  })
}

export type SaidOfTrack = Pick<AudioTrack, 'name' | 'role' | 'isDefault'> & { readonly languageCode: string }

/** A file is sent by the page's uploads, which can be paused and outlive a broken line. */
export function useAddAudioTrack(id: string) {
  const { user, environment } = useHere()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: async ({ from, ...said }: SaidOfTrack & { readonly from: File | string }) => {
      const environmentId = environment.id
      const params = { id }
      if (typeof from === 'string') {
        await api('addAudioTrack', { environmentId, params, body: { ...said, url: from } })
        return
      }
      const body = { ...said, fileName: from.name, fileSize: from.size }
      const { upload } = await api('uploadAudioTrack', { environmentId, params, body })
      uploads.send(from, { userId: user.id, environmentId }, upload.uploadId)
    },
    onSuccess: refresh,
  })
}

export function useUpdateAudioTrack(id: string) {
  const { environment } = useHere()
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
  const { environment } = useHere()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (trackId: string) =>
      api('retryAudioTrack', { environmentId: environment.id, params: { id, trackId } }),
    onSuccess: refresh,
  })
}

export function useDeleteAudioTrack(id: string) {
  const { environment } = useHere()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (trackId: string) =>
      api('deleteAudioTrack', { environmentId: environment.id, params: { id, trackId } }),
    onSuccess: refresh,
  })
}

function useRefresh(id: string) {
  const queries = useQueryClient()
  const { environment } = useHere()
  return () => queries.invalidateQueries({ queryKey: audioTracksKey(environment.id, id) })
}
