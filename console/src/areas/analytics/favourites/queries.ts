import type { FavouriteFilter } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'
import type { Choices } from './choices'

/** The user's favorites, sorted by name. */
export function favouritesQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['favouriteFilters', environmentId],
    queryFn: async ({ signal }) => (await api('listFavouriteFilters', { environmentId, signal })).items,
  })
}

export function useCreateFavourite() {
  const { environmentId, change } = useCachedFavourites()
  return useMutation({
    mutationFn: (body: Choices & { readonly name: string }) =>
      api('createFavouriteFilter', { environmentId, body }),
    onSuccess: (made) => change((favourites) => [...favourites, made]),
  })
}

export function useUpdateFavourite({ id }: FavouriteFilter) {
  const { environmentId, change, refresh } = useCachedFavourites()
  return useMutation({
    mutationFn: (body: Choices | { readonly name: string }) =>
      api('updateFavouriteFilter', { environmentId, params: { id }, body }),
    onSuccess: (saved) => change((favourites) => favourites.map((one) => (one.id === id ? saved : one))),
    onError: refresh,
  })
}

export function useDeleteFavourite({ id }: FavouriteFilter) {
  const { environmentId, change, refresh } = useCachedFavourites()
  return useMutation({
    mutationFn: () => api('deleteFavouriteFilter', { environmentId, params: { id } }),
    onSuccess: () => change((favourites) => favourites.filter((one) => one.id !== id)),
    // The favorite may have been deleted on another device.
    onError: refresh,
  })
}

/** Updates the cached favorites with the response and refetches their order. */
function useCachedFavourites() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const { queryKey } = favouritesQuery(environment.id)
  const refresh = () => void queries.invalidateQueries({ queryKey })
  return {
    environmentId: environment.id,
    refresh,
    change: (changed: (favourites: FavouriteFilter[]) => FavouriteFilter[]) => {
      queries.setQueryData(queryKey, (known) => known && changed(known))
      refresh()
    },
  }
}
