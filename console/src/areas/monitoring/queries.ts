import type { TileKind, WallLayout } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'

const sourcesKey = (environmentId: string) => ['wall-sources', environmentId] as const
const layoutsKey = (environmentId: string) => ['wall-layouts', environmentId] as const

/** Pages of the list of sources. */
export const sourcesPage = 100

/** Sources of tiles of these kinds, those of a kind on air first. */
export function sourcesQuery(environmentId: string, kinds: readonly TileKind[], phrase = '') {
  const key = sourcesKey(environmentId)
  return queryOptions({
    queryKey: [...key, ...kinds, phrase],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        kinds.map((kind) =>
          api('listWallSources', {
            environmentId,
            query: { kind, pageSize: sourcesPage, ...(phrase !== '' && { phrase }) },
            signal,
          }),
        ),
      )
      return {
        items: pages.flatMap(({ items }) => items),
        totalItems: pages.reduce((total, page) => total + page.totalItems, 0),
      }
    },
    placeholderData: keepPage(key),
  })
}

export function refreshSources(queries: QueryClient, environmentId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: sourcesKey(environmentId) })
}

export function layoutsQuery(environmentId: string) {
  return queryOptions({
    queryKey: layoutsKey(environmentId),
    queryFn: async ({ signal }) => (await api('listWallLayouts', { environmentId, signal })).items,
  })
}

export type LayoutBody = Parameters<typeof api<'createWallLayout'>>[1]['body']

/** Creates a layout, or replaces the one with this ID. */
export function useSaveLayout(id: string | null) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const environmentId = environment.id
  return useMutation({
    mutationFn: (body: LayoutBody) =>
      id === null
        ? api('createWallLayout', { environmentId, body })
        : api('updateWallLayout', { environmentId, params: { id }, body }),
    onSuccess: (saved: WallLayout) => {
      queries.setQueryData<WallLayout[]>(layoutsKey(environmentId), (all = []) => [
        ...all.filter((each) => each.id !== saved.id),
        saved,
      ])
      return queries.invalidateQueries({ queryKey: layoutsKey(environmentId) })
    },
  })
}

export function useDeleteLayout(id: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: () => api('deleteWallLayout', { environmentId: environment.id, params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: layoutsKey(environment.id) }),
  })
}
