import type { Portrait, PortraitPath } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'

/** How often a portrait is read while it is made. */
const refetchMs = 2000

const portraitsKey = (environmentId: string) => ['portraits', environmentId] as const
const portraitKey = (environmentId: string, id: string) => [...portraitsKey(environmentId), id] as const
const pathKey = (environmentId: string, id: string) => ['portrait-path', environmentId, id] as const

type ListAsked = NonNullable<Parameters<typeof api<'listPortraits'>>[1]['query']>
type PathBody = Parameters<typeof api<'updatePortraitPath'>>[1]['body']

export function isBusy({ status }: Pick<Portrait, 'status'>): boolean {
  return status === 'waiting' || status === 'looking' || status === 'rendering'
}

export function portraitsQuery(environmentId: string, query: ListAsked) {
  const key = [...portraitsKey(environmentId), 'list'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listPortraits', { environmentId, query, signal }),
    placeholderData: keepPage(key),
    refetchInterval: ({ state }) => (state.data?.items.some(isBusy) ? refetchMs : false),
  })
}

export function portraitQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: portraitKey(environmentId, id),
    queryFn: ({ signal }) => api('getPortrait', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? refetchMs : false),
  })
}

export function portraitPathQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: pathKey(environmentId, id),
    queryFn: ({ signal }) => api('getPortraitPath', { environmentId, params: { id }, signal }),
  })
}

export function useCreatePortrait() {
  const { environment } = useWorkspace()
  const keep = useKeepPortrait()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createPortrait'>>[1]['body']) =>
      api('createPortrait', { environmentId: environment.id, body }),
    onSuccess: keep,
  })
}

/** Saves the changed shots, if any, and renders the portrait. */
export function useRenderPortrait({ id, environmentId }: Portrait) {
  const queries = useQueryClient()
  const keep = useKeepPortrait()
  return useMutation({
    mutationFn: async (path: PathBody | null) => {
      if (path !== null) {
        const saved: PortraitPath = await api('updatePortraitPath', {
          environmentId,
          params: { id },
          body: path,
        })
        queries.setQueryData(pathKey(environmentId, id), saved)
      }
      return api('renderPortrait', { environmentId, params: { id } })
    },
    onSuccess: keep,
  })
}

export function useDeletePortrait() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: Portrait) => api('deletePortrait', { environmentId, params: { id } }),
    onSuccess: (_, { environmentId }) => queries.invalidateQueries({ queryKey: portraitsKey(environmentId) }),
  })
}

function useKeepPortrait() {
  const queries = useQueryClient()
  return (portrait: Portrait) => {
    const { environmentId, id } = portrait
    queries.setQueryData(portraitKey(environmentId, id), portrait)
    return queries.invalidateQueries({ queryKey: [...portraitsKey(environmentId), 'list'] })
  }
}
