import type { EncodingProfile } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fetchFile } from '../../../lib/api'
import { useWorkspace } from '../../identity'
import { contentKey, useCacheContent } from '../queries'

const profilesKey = (environmentId: string) => ['encodingProfiles', environmentId] as const
/** Uploading a watermark may be slow. */
const uploadTimeoutMs = 60_000

export type ProfileBody = Parameters<typeof api<'createEncodingProfile'>>[1]['body']

export function profilesQuery(environmentId: string) {
  return queryOptions({
    queryKey: profilesKey(environmentId),
    queryFn: async ({ signal }) => (await api('listEncodingProfiles', { environmentId, signal })).items,
  })
}

/** Names only, which everyone who may see videos may read. */
export function profileChoicesQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...profilesKey(environmentId), 'choices'],
    queryFn: async ({ signal }) => (await api('listProfileChoices', { environmentId, signal })).items,
  })
}

export function capabilitiesQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['encodingCapabilities', environmentId],
    queryFn: ({ signal }) => api('getEncodingCapabilities', { environmentId, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function watermarkQuery({ id, environmentId, updatedAt }: EncodingProfile) {
  return queryOptions({
    queryKey: ['profileWatermark', environmentId, id, updatedAt],
    queryFn: ({ signal }) => fetchFile('getProfileWatermark', { environmentId, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Creates a profile, or updates the one with this id. */
export function useSaveProfile(id: string | null) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const environmentId = environment.id
  return useMutation({
    mutationFn: (body: ProfileBody) =>
      id === null
        ? api('createEncodingProfile', { environmentId, body, timeoutMs: uploadTimeoutMs })
        : api('updateEncodingProfile', { environmentId, params: { id }, body, timeoutMs: uploadTimeoutMs }),
    onSuccess: () => refresh(queries, environmentId),
  })
}

export function useDeleteProfile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: EncodingProfile) =>
      api('deleteEncodingProfile', { environmentId, params: { id } }),
    onSettled: (_, __, { environmentId }) => refresh(queries, environmentId),
  })
}

export function useMakeDefaultProfile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: EncodingProfile) =>
      api('makeDefaultEncodingProfile', { environmentId, params: { id } }),
    onSettled: (_, __, { environmentId }) => refresh(queries, environmentId),
  })
}

export function useReencode(id: string) {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (encodingProfileId: string) =>
      api('reencodeContent', { environmentId: environment.id, params: { id }, body: { encodingProfileId } }),
    onSuccess: keep,
  })
}

/** Cancels re-encoding, or dismisses its error. */
export function useEndReencode(id: string) {
  const keep = useCacheContent()
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: () => api('endReencode', { environmentId: environment.id, params: { id } }),
    onSuccess: keep,
    // It may have ended in the meantime.
    onError: () => queries.invalidateQueries({ queryKey: contentKey(environment.id, id) }),
  })
}

function refresh(queries: QueryClient, environmentId: string): Promise<unknown> {
  return queries.invalidateQueries({ queryKey: profilesKey(environmentId) })
}
