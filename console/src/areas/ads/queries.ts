import type { AdBreak, AdChannel } from '@kinora/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'
import { renewalDelay } from '../library'
import { startOf, type TimeRange } from './time-ranges'

const adsKey = (environmentId: string) => ['ads', environmentId] as const
const channelKey = (environmentId: string, id: string) => [...adsKey(environmentId), 'channel', id] as const
const breaksKey = (environmentId: string, contentId: string) =>
  [...adsKey(environmentId), 'breaks', contentId] as const
const placesKey = (environmentId: string, contentId: string) =>
  [...adsKey(environmentId), 'places', contentId] as const
const PLACES_MS = 2000

type ListQuery = NonNullable<Parameters<typeof api<'listAdChannels'>>[1]['query']>
type ChannelBody = Parameters<typeof api<'createAdChannel'>>[1]['body']
type BreakBody = Parameters<typeof api<'createAdBreak'>>[1]['body']
type TryBody = Parameters<typeof api<'tryAdChannel'>>[1]['body']

export function channelsQuery(environmentId: string, query: ListQuery) {
  const key = [...adsKey(environmentId), 'list'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listAdChannels', { environmentId, query, signal }),
    placeholderData: keepPage(key),
  })
}

export function channelQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: channelKey(environmentId, id),
    queryFn: ({ signal }) => api('getAdChannel', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => renewalDelay(state.data),
    refetchIntervalInBackground: true,
  })
}

/** Newest channels of a video or live stream. */
export function streamChannelsQuery(environmentId: string, streamId: string) {
  return queryOptions({
    queryKey: [...adsKey(environmentId), 'of', streamId],
    queryFn: ({ signal }) =>
      api('listStreamAdChannels', {
        environmentId,
        params: { id: streamId },
        query: { pageSize: 50 },
        signal,
      }),
  })
}

export type SessionsAsked = Omit<
  NonNullable<Parameters<typeof api<'listAdSessions'>>[1]['query']>,
  'cursor' | 'pageSize'
>

export function sessionsQuery(
  { environmentId, id }: Pick<AdChannel, 'id' | 'environmentId'>,
  asked: SessionsAsked,
) {
  return infiniteQueryOptions({
    queryKey: [...channelKey(environmentId, id), 'sessions', asked],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...asked, pageSize: 25, ...(pageParam !== '' && { cursor: pageParam }) }
      return api('listAdSessions', { environmentId, params: { id }, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function sessionQuery(
  { environmentId, id }: Pick<AdChannel, 'id' | 'environmentId'>,
  sessionId: string,
) {
  return queryOptions({
    queryKey: [...channelKey(environmentId, id), 'session', sessionId],
    queryFn: ({ signal }) => api('getAdSession', { environmentId, params: { id, sessionId }, signal }),
  })
}

/** Reconciliation of a channel. @param csv figures of the ad server, empty for Kinora's only */
export function reconciliationQuery(
  { environmentId, id }: Pick<AdChannel, 'id' | 'environmentId'>,
  range: TimeRange,
  csv: string,
) {
  return queryOptions({
    queryKey: [...channelKey(environmentId, id), 'reconciliation', range, csv],
    queryFn: ({ signal }) => {
      const body = { from: startOf(range), to: new Date().toISOString(), csv }
      return api('reconcileAdChannel', { environmentId, params: { id }, body, signal })
    },
  })
}

/** Fields of an SCTE-35 message. They never change, so they never become stale. */
export function decodedQuery(environmentId: string, message: string) {
  return queryOptions({
    queryKey: [...adsKey(environmentId), 'scte35', message],
    queryFn: ({ signal }) => api('decodeScte35', { environmentId, body: { message }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function breaksQuery(environmentId: string, contentId: string) {
  return queryOptions({
    queryKey: breaksKey(environmentId, contentId),
    queryFn: ({ signal }) => api('listAdBreaks', { environmentId, params: { id: contentId }, signal }),
  })
}

/** Places for breaks in a video. Refetched while the search runs. */
export function placesQuery(environmentId: string, contentId: string) {
  return queryOptions({
    queryKey: placesKey(environmentId, contentId),
    queryFn: ({ signal }) => api('getAdPlaces', { environmentId, params: { id: contentId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'finding' ? PLACES_MS : false),
  })
}

export function useFindPlaces(environmentId: string, contentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api('findAdPlaces', { environmentId, params: { id: contentId } }),
    onSuccess: (places) => queries.setQueryData(placesKey(environmentId, contentId), places),
  })
}

export function useUpdateBreak(environmentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ contentId: id, id: breakId, ...body }: Pick<AdBreak, 'contentId' | 'id' | 'enabled'>) =>
      api('updateAdBreak', { environmentId, params: { id, breakId }, body }),
    onSuccess: (_, { contentId }) =>
      queries.invalidateQueries({ queryKey: breaksKey(environmentId, contentId) }),
  })
}

/** Creates a channel, or updates the one with this ID. */
export function useSaveChannel(id: string | null) {
  const keep = useCacheChannel()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: ({ streamId, ...body }: ChannelBody) =>
      id === null
        ? api('createAdChannel', { environmentId: environment.id, body: { streamId, ...body } })
        : api('updateAdChannel', { environmentId: environment.id, params: { id }, body }),
    onSuccess: keep,
  })
}

/** Changes some fields of a channel. */
export function useUpdateChannel({ id, environmentId }: Pick<AdChannel, 'id' | 'environmentId'>) {
  const keep = useCacheChannel()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'updateAdChannel'>>[1]['body']) =>
      api('updateAdChannel', { environmentId, params: { id }, body }),
    onSuccess: keep,
  })
}

const stateCalls = { enable: 'enableAdChannel', disable: 'disableAdChannel' } as const

export function useTurnChannel({ id, environmentId }: AdChannel) {
  const keep = useCacheChannel()
  return useMutation({
    mutationFn: (to: keyof typeof stateCalls) => api(stateCalls[to], { environmentId, params: { id } }),
    onSuccess: keep,
  })
}

export function useDeleteChannel() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: AdChannel) =>
      api('deleteAdChannel', { environmentId, params: { id } }),
    onSuccess: (_, { id, environmentId }) => {
      queries.removeQueries({ queryKey: channelKey(environmentId, id) })
      return refreshAds(queries, environmentId)
    },
  })
}

/** Tests a channel with a simulated new viewer. */
export function useTryChannel({ id, environmentId }: AdChannel) {
  return useMutation({
    mutationFn: (body: TryBody) => api('tryAdChannel', { environmentId, params: { id }, body }),
  })
}

/** Creates a break, or updates the one with this ID. */
export function useSaveBreak(environmentId: string, contentId: string, breakId: string | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BreakBody) =>
      breakId === null
        ? api('createAdBreak', { environmentId, params: { id: contentId }, body })
        : api('updateAdBreak', { environmentId, params: { id: contentId, breakId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: breaksKey(environmentId, contentId) }),
  })
}

export function useImportBreaks(environmentId: string, contentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'importAdBreaks'>>[1]['body']) =>
      api('importAdBreaks', { environmentId, params: { id: contentId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: breaksKey(environmentId, contentId) }),
  })
}

export function useDeleteBreak(environmentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ contentId: id, id: breakId }: AdBreak) =>
      api('deleteAdBreak', { environmentId, params: { id, breakId } }),
    onSuccess: (_, { contentId }) =>
      queries.invalidateQueries({ queryKey: breaksKey(environmentId, contentId) }),
  })
}

function refreshAds(queries: QueryClient, environmentId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: adsKey(environmentId) })
}

/** Returns a function that caches the server's version of a channel. */
function useCacheChannel() {
  const queries = useQueryClient()
  return (channel: AdChannel) => {
    queries.setQueryData(channelKey(channel.environmentId, channel.id), channel)
    return refreshAds(queries, channel.environmentId)
  }
}
