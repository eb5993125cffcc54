import type { PlannedRecording } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { useWorkspace } from '../../identity'
import { streamsKey } from '../summary'

/** The status of a planned recording changes with the time. */
const refetchMs = 15_000

type ListQuery = NonNullable<Parameters<typeof api<'listPlannedRecordings'>>[1]['query']>

const keyOf = (environmentId: string) => [...streamsKey(environmentId), 'planned'] as const

export const hasEnded = ({ status }: PlannedRecording) => status === 'recorded' || status === 'missed'

export function plannedListQuery(environmentId: string, query: ListQuery) {
  const key = [...keyOf(environmentId), 'list'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listPlannedRecordings', { environmentId, query, signal }),
    placeholderData: keepPage(key),
    refetchInterval: ({ state }) => (state.data?.items.every(hasEnded) === false ? refetchMs : false),
  })
}

export function plannedQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: [...keyOf(environmentId), 'one', id],
    queryFn: ({ signal }) => api('getPlannedRecording', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data) ? refetchMs : false),
  })
}

export function useCreatePlanned() {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createPlannedRecording'>>[1]['body']) =>
      api('createPlannedRecording', { environmentId: environment.id, body }),
    onSuccess: useRefresh(),
  })
}

export function useDeletePlanned() {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: ({ id }: PlannedRecording) =>
      api('deletePlannedRecording', { environmentId: environment.id, params: { id } }),
    onSuccess: useRefresh(),
  })
}

function useRefresh() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return () => void queries.invalidateQueries({ queryKey: [...keyOf(environment.id), 'list'] })
}
