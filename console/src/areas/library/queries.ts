import type { Collection, Content, EventType } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'
import { renewalDelay } from './playback-token'

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

/** The estimate changes between events. */
const queueRefetchMs = 5000

export const contentsKey = (environmentId: string) => ['contents', environmentId] as const
const queueKey = (environmentId: string) => ['work-queue', environmentId] as const
export const contentKey = (environmentId: string, id: string) => ['content', environmentId, id] as const
export const audioTracksKey = (environmentId: string, id: string) =>
  // Under the video's key, so that invalidating the video also refetches its tracks.
  [...contentKey(environmentId, id), 'audio'] as const
export const foldersKey = (environmentId: string) => ['folders', environmentId] as const

export function contentsQuery(environmentId: string, query: ListQuery) {
  return queryOptions({
    queryKey: [...contentsKey(environmentId), query],
    queryFn: ({ signal }) => api('listContents', { environmentId, query, signal }),
    placeholderData: keepPage(contentsKey(environmentId)),
  })
}

export function workQueueQuery(environmentId: string) {
  return queryOptions({
    queryKey: queueKey(environmentId),
    queryFn: ({ signal }) => api('getWorkQueue', { environmentId, signal }),
    refetchInterval: queueRefetchMs,
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

export function folderQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: [...foldersKey(environmentId), id],
    queryFn: ({ signal }) => api('getCollection', { environmentId, params: { id }, signal }),
  })
}

/** Events of the video's overview: not those of single changes and renditions. */
const shownEvents: EventType[] = [
  'video.upload.completed',
  'video.asset.created',
  'video.asset.ready',
  'video.asset.errored',
  'video.asset.trashed',
  'video.asset.restored',
  'video.asset.rendition.errored',
  'video.asset.reencode.ready',
  'video.asset.reencode.errored',
  'video.asset.replacement.ready',
  'video.asset.replacement.errored',
  'video.subtitle.created',
  'video.subtitle.published',
  'video.subtitle.deleted',
  'video.audio_track.ready',
  'video.audio_track.errored',
  'video.audio_track.deleted',
  'video.thumbnail.created',
  'video.thumbnail.deleted',
]

/** The newest events of a video and its parts, as far as they are kept. */
export function activityQuery(environmentId: string, id: string) {
  return queryOptions({
    // Under the video's key, so that its events refetch it.
    queryKey: [...contentKey(environmentId, id), 'activity'],
    queryFn: ({ signal }) =>
      api('listEvents', {
        environmentId,
        query: { contentId: id, type: shownEvents, pageSize: 6 },
        signal,
      }),
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
  void queries.invalidateQueries({ queryKey: queueKey(environmentId) })
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

/** Refreshes folders, lists and cached videos, whose folder or trash state may have changed. */
export function refreshLibrary(queries: QueryClient, environmentId: string): void {
  void queries.invalidateQueries({ queryKey: foldersKey(environmentId) })
  void queries.invalidateQueries({ queryKey: ['content', environmentId] })
  void refreshContents(queries, environmentId)
}

export function refreshFolders(queries: QueryClient, environmentId: string): void {
  void queries.invalidateQueries({ queryKey: foldersKey(environmentId) })
}

/** The environment, and what refreshes its folders and videos. */
export function useLibrary() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return { environmentId: environment.id, refresh: () => refreshLibrary(queries, environment.id) }
}
