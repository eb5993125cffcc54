import type { LiveCue, Livestream } from '@kinora/contract'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { streamsKey } from '../summary'

type StreamRef = Pick<Livestream, 'id' | 'environmentId'>
type StartBody = Parameters<typeof api<'startLiveCue'>>[1]['body']

/** Polling interval, because breaks of encoders have no events. */
const refreshMs = 3000

const cuesKey = ({ id, environmentId }: StreamRef) =>
  [...streamsKey(environmentId), 'one', id, 'cues'] as const

/** Breaks of a stream, newest first. */
export function cuesQuery({ id, environmentId }: StreamRef) {
  return infiniteQueryOptions({
    queryKey: cuesKey({ id, environmentId }),
    queryFn: ({ pageParam, signal }) => {
      const query = { pageSize: 25, ...(pageParam !== '' && { cursor: pageParam }) }
      return api('listLiveCues', { environmentId, params: { id }, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
  })
}

/** Starts or schedules a break. */
export function useStartCue(stream: StreamRef) {
  const queries = useQueryClient()
  const { id, environmentId } = stream
  return useMutation({
    mutationFn: (body: StartBody) => api('startLiveCue', { environmentId, params: { id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: cuesKey(stream) }),
  })
}

/** Ends a running break, or cancels a scheduled one. */
export function useStopCue(stream: StreamRef) {
  const queries = useQueryClient()
  const { id, environmentId } = stream
  return useMutation({
    mutationFn: async ({ cue, how }: { readonly cue: LiveCue; readonly how: 'end' | 'cancel' }) => {
      const params = { id, cueId: cue.id }
      if (how === 'end') await api('endLiveCue', { environmentId, params })
      else await api('deleteLiveCue', { environmentId, params })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: cuesKey(stream) }),
  })
}
