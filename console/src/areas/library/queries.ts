import type { Collection, Content } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'
import { renewalDelay } from './playback/playback-token'

export interface ContentsPage {
  readonly items: readonly Content[]
  readonly totalItems: number
  /** Folders of the same level, on the first page only. */
  readonly assetCollections: readonly Collection[]
  /** No exact match; the results are similar to the phrase. */
  readonly similar: boolean
}

/** The query of `listContents`. */
export type ListQuery = NonNullable<Parameters<typeof api<'listContents'>>[1]['query']>

export const contentsKey = (environmentId: string) => ['contents', environmentId] as const
export const contentKey = (environmentId: string, id: string) => ['content', environmentId, id] as const

export function contentsQuery(environmentId: string, query: ListQuery) {
  return queryOptions({
    queryKey: [...contentsKey(environmentId), query],
    queryFn: ({ signal }) => api('listContents', { environmentId, query, signal }),
    placeholderData: keepPage(contentsKey(environmentId)),
  })
}

export function contentQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: contentKey(environmentId, id),
    queryFn: ({ signal }) => api('getContent', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => renewalDelay(state.data),
    refetchIntervalInBackground: true,
  })
}

export function useUpdateContent(id: string) {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'updateContent'>>[1]['body']) =>
      api('updateContent', { environmentId: environment.id, params: { id }, body }),
    onSuccess: keep,
  })
}

export function useRetryContent() {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (id: string) => api('retryContent', { environmentId: environment.id, params: { id } }),
    onSuccess: keep,
  })
}

export function useCreateByUrl() {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createContent'>>[1]['body']) =>
      api('createContent', { environmentId: environment.id, body }),
    onSuccess: keep,
  })
}

export function useCreateSample() {
  const keep = useCacheContent()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: () => api('createSample', { environmentId: environment.id }),
    onSuccess: keep,
  })
}

export function refreshContents(queries: QueryClient, environmentId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: contentsKey(environmentId) })
}

/** Puts the server's version of a video into the cache. */
export function useCacheContent() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return (content: Content) => {
    queries.setQueryData(contentKey(environment.id, content.id), content)
    void refreshContents(queries, environment.id)
  }
}
