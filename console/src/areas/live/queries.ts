import type { Livestream, StreamKey } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fetchFile } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'
import { renewalDelay } from '../library'
import { streamsKey } from './summary'

const uploadTimeoutMs = 60_000

type ListQuery = NonNullable<Parameters<typeof api<'listLivestreams'>>[1]['query']>
type CustomQuery = NonNullable<Parameters<typeof api<'listCustomPlaybacks'>>[1]['query']>
export type CustomBody = Parameters<typeof api<'createCustomPlayback'>>[1]['body']

const streamKeyOf = (environmentId: string, id: string) => [...streamsKey(environmentId), 'one', id] as const
const customKey = (environmentId: string, id: string) =>
  [...streamKeyOf(environmentId, id), 'custom'] as const

export function streamsQuery(environmentId: string, query: ListQuery) {
  const key = [...streamsKey(environmentId), 'list'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listLivestreams', { environmentId, query, signal }),
    placeholderData: keepPage(key),
  })
}

export function streamQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: streamKeyOf(environmentId, id),
    queryFn: ({ signal }) => api('getLivestream', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => renewalDelay(state.data),
    refetchIntervalInBackground: true,
  })
}

export function customUrlsQuery(environmentId: string, id: string, query: CustomQuery) {
  const key = customKey(environmentId, id)
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listCustomPlaybacks', { environmentId, params: { id }, query, signal }),
    placeholderData: keepPage(key),
  })
}

export function useCreateStream() {
  const keep = useCacheStream()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createLivestream'>>[1]['body']) =>
      api('createLivestream', { environmentId: environment.id, body }),
    onSuccess: keep,
  })
}

export function useUpdateStream(id: string) {
  const keep = useCacheStream()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'updateLivestream'>>[1]['body']) =>
      api('updateLivestream', { environmentId: environment.id, params: { id }, body }),
    onSuccess: keep,
  })
}

const stateCalls = {
  start: 'startLivestream',
  stop: 'stopLivestream',
  enable: 'enableLivestream',
  disable: 'disableLivestream',
} as const
export type StateChange = keyof typeof stateCalls

export function useChangeState({ id, environmentId }: Pick<Livestream, 'id' | 'environmentId'>) {
  const keep = useCacheStream()
  return useMutation({
    mutationFn: (change: StateChange) => api(stateCalls[change], { environmentId, params: { id } }),
    onSuccess: keep,
  })
}

/** Starts or stops the test signal. */
export function useTestSignal({ id, environmentId }: Livestream) {
  const keep = useCacheStream()
  return useMutation({
    mutationFn: (to: 'send' | 'stop') =>
      to === 'send'
        ? api('sendTestSignal', { environmentId, params: { id }, body: {} })
        : api('stopTestSignal', { environmentId, params: { id } }),
    onSuccess: keep,
  })
}

export function slateImageQuery({ id, environmentId, slateImageId }: Livestream) {
  return queryOptions({
    queryKey: [...streamKeyOf(environmentId, id), 'slate', slateImageId],
    queryFn: ({ signal }) => fetchFile('getSlateImage', { environmentId, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Sets the slate image, or removes it (null). */
export function useSlateImage({ id, environmentId }: Livestream) {
  const keep = useCacheStream()
  return useMutation({
    mutationFn: (body: { readonly fileName: string; readonly file: string } | null) =>
      body === null
        ? api('removeSlateImage', { environmentId, params: { id } })
        : api('setSlateImage', { environmentId, params: { id }, body, timeoutMs: uploadTimeoutMs }),
    onSuccess: keep,
  })
}

export function useDeleteStream() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: Livestream) =>
      api('deleteLivestream', { environmentId, params: { id } }),
    onSuccess: (_, { id, environmentId }) => {
      queries.removeQueries({ queryKey: streamKeyOf(environmentId, id) })
      return refreshStreams(queries, environmentId)
    },
  })
}

/** Passes the key to `onKey` instead of returning it, because results of mutations stay in the cache. */
export function useViewKey({ id, environmentId }: Livestream, onKey: (key: StreamKey) => void) {
  return useMutation({
    mutationFn: async () => onKey(await api('getStreamKey', { environmentId, params: { id } })),
  })
}

export function useRotateKey({ id, environmentId }: Livestream) {
  const keep = useCacheStream()
  return useMutation({
    mutationFn: (oldKeyValidS: number) =>
      api('rotateStreamKey', { environmentId, params: { id }, body: { oldKeyValidS } }),
    onSuccess: keep,
  })
}

/** Creates a custom URL, or updates the one with this id. */
export function useSaveCustomUrl({ id, environmentId }: Livestream, customPlaybackId: string | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: CustomBody) =>
      customPlaybackId === null
        ? api('createCustomPlayback', { environmentId, params: { id }, body })
        : api('updateCustomPlayback', { environmentId, params: { id, customPlaybackId }, body }),
    onSuccess: () => refreshStreams(queries, environmentId),
  })
}

const customCalls = {
  pause: 'pauseCustomPlayback',
  resume: 'resumeCustomPlayback',
  delete: 'deleteCustomPlayback',
} as const

export function useChangeCustomUrl({ id, environmentId }: Livestream) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({
      customPlaybackId,
      change,
    }: {
      customPlaybackId: string
      change: keyof typeof customCalls
    }) => {
      await api(customCalls[change], { environmentId, params: { id, customPlaybackId } })
    },
    onSuccess: () => refreshStreams(queries, environmentId),
  })
}

/** Refetches all mounted queries about live streams. */
export function refreshStreams(queries: QueryClient, environmentId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: streamsKey(environmentId) })
}

/** Stores a stream from the server in the cache. */
function useCacheStream() {
  const queries = useQueryClient()
  return (stream: Livestream) => {
    queries.setQueryData(streamKeyOf(stream.environmentId, stream.id), stream)
    return refreshStreams(queries, stream.environmentId)
  }
}
