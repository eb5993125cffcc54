import type { CollectionTreeItem, Content, ContentSort } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fetchFile } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { useWorkspace } from '../../identity'
import type { ItemIds } from '../parts/item'
import { contentsKey, refreshContents } from '../queries'

const foldersKey = (environmentId: string) => ['folders', environmentId] as const

export interface LevelQuery {
  readonly phrase?: string
  readonly sort: ContentSort
  readonly pageNum: number
  readonly pageSize: number
}

/** The items of a folder or of the root; with a phrase, also those of subfolders. */
export function levelQuery(environmentId: string, folderId: string | undefined, query: LevelQuery) {
  const level = [...contentsKey(environmentId), 'level', folderId ?? null]
  const where = folderId === undefined ? {} : { assetCollectionUUID: folderId }
  return queryOptions({
    queryKey: [...level, query],
    queryFn: ({ signal }) =>
      api('listContents', {
        environmentId,
        query: { ...query, ...where, showAssetCollections: true },
        signal,
      }),
    placeholderData: keepPage(level),
  })
}

export function trashQuery(environmentId: string, query: Omit<LevelQuery, 'phrase'>) {
  const trash = [...contentsKey(environmentId), 'trash']
  return queryOptions({
    queryKey: [...trash, query],
    queryFn: ({ signal }) =>
      api('listContents', {
        environmentId,
        query: { ...query, trashed: true, showAssetCollections: true },
        signal,
      }),
    placeholderData: keepPage(trash),
  })
}

export function trashedPosterQuery({ environmentId, id, poster }: Content) {
  return queryOptions({
    queryKey: ['trashedPoster', environmentId, id, poster],
    queryFn: ({ signal }) => fetchFile('getContentPoster', { environmentId, params: { id }, signal }),
    enabled: poster !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function folderQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: [...foldersKey(environmentId), id],
    queryFn: ({ signal }) => api('getCollection', { environmentId, params: { id }, signal }),
  })
}

export function folderTreeQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...foldersKey(environmentId), 'tree'],
    queryFn: ({ signal }) => api('listCollectionTree', { environmentId, signal }),
    select: ({ items }): readonly CollectionTreeItem[] => items,
  })
}

export function storageUseQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...foldersKey(environmentId), 'storage'],
    queryFn: async ({ signal }) => (await api('getStorageUse', { environmentId, signal })).use,
  })
}

export function useCreateFolder(parentCollectionUUID: string | null) {
  const { environmentId, refresh } = useLibrary()
  return useMutation({
    mutationFn: ({ name }: { name: string }) =>
      api('createCollection', { environmentId, body: { name, parentCollectionUUID } }),
    onSuccess: refresh,
  })
}

export function useRenameFolder(id: string) {
  const { environmentId, refresh } = useLibrary()
  return useMutation({
    mutationFn: ({ name }: { name: string }) =>
      api('updateCollection', { environmentId, params: { id }, body: { name } }),
    onSuccess: refresh,
  })
}

export interface Move extends ItemIds {
  /** Null is the root. */
  readonly to: string | null
}

/** Folders move one by one. After a failure, the refetched lists show what has moved. */
export function useMoveItems() {
  const { environmentId, refresh } = useLibrary()
  return useMutation({
    mutationFn: async (moves: readonly Move[]) => {
      for (const { folders, contents, to } of moves) {
        if (contents.length > 0) {
          const body = { ids: [...contents], assetCollectionUUID: to }
          await api('moveContents', { environmentId, body })
        }
        for (const id of folders) {
          await api('updateCollection', { environmentId, params: { id }, body: { parentCollectionUUID: to } })
        }
      }
    },
    onSettled: refresh,
  })
}

export function useTagContents() {
  const { environmentId, refresh } = useLibrary()
  return useMutation({
    mutationFn: (body: { ids: string[]; add: string[]; remove: string[] }) =>
      api('tagContents', { environmentId, body }),
    onSuccess: refresh,
  })
}

/** Moves items to the trash, or deletes them permanently. */
export function useDeleteItems() {
  const { environmentId, refresh } = useLibrary()
  return useMutation({
    mutationFn: async ({ folders, contents, permanently }: ItemIds & { permanently: boolean }) => {
      if (contents.length > 0)
        await api('deleteContents', { environmentId, body: { ids: [...contents], permanently } })
      for (const id of folders) {
        await api('deleteCollection', { environmentId, params: { id }, query: { permanently } })
      }
    },
    onSettled: refresh,
  })
}

export function useRestoreItems() {
  const { environmentId, refresh } = useLibrary()
  return useMutation({
    mutationFn: async ({ folders, contents }: ItemIds) => {
      // Folders first: a video returns to its folder only if the folder exists.
      for (const id of folders) await api('restoreCollection', { environmentId, params: { id } })
      if (contents.length > 0) await api('restoreContents', { environmentId, body: { ids: [...contents] } })
    },
    onSettled: refresh,
  })
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

function useLibrary() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return { environmentId: environment.id, refresh: () => refreshLibrary(queries, environment.id) }
}
