import type { SavedView } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'

export type ViewList = SavedView['list']
export type ViewSearch = SavedView['search']

/** The user's own views of a list and shared ones, by name. */
export function viewsQuery(environmentId: string, list: ViewList) {
  return queryOptions({
    queryKey: ['savedViews', environmentId, list],
    queryFn: async ({ signal }) =>
      (await api('listSavedViews', { environmentId, query: { list }, signal })).items,
  })
}

interface Given {
  readonly name: string
  readonly search: ViewSearch
  readonly isShared: boolean
}

export function useCreateView(list: ViewList) {
  const { environmentId, change } = useCachedViews(list)
  return useMutation({
    mutationFn: (given: Given) => api('createSavedView', { environmentId, body: { list, ...given } }),
    onSuccess: (made) => change((views) => [...views, made]),
  })
}

export function useUpdateView({ id, list }: SavedView) {
  const { environmentId, change, refresh } = useCachedViews(list)
  return useMutation({
    mutationFn: (body: Partial<Given>) => api('updateSavedView', { environmentId, params: { id }, body }),
    onSuccess: (saved) => change((views) => views.map((view) => (view.id === id ? saved : view))),
    onError: refresh,
  })
}

export function useDeleteView({ id, list }: SavedView) {
  const { environmentId, change, refresh } = useCachedViews(list)
  return useMutation({
    mutationFn: () => api('deleteSavedView', { environmentId, params: { id } }),
    onSuccess: () => change((views) => views.filter((view) => view.id !== id)),
    // The view may be deleted or no longer shared.
    onError: refresh,
  })
}

/** Updates the cached views with the server's answer and refetches their order. */
function useCachedViews(list: ViewList) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const { queryKey } = viewsQuery(environment.id, list)
  const refresh = () => void queries.invalidateQueries({ queryKey })
  return {
    environmentId: environment.id,
    refresh,
    change: (changed: (views: SavedView[]) => SavedView[]) => {
      queries.setQueryData(queryKey, (known) => known && changed(known))
      refresh()
    },
  }
}
