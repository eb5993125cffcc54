import type { CollectionTreeItem, Content, ContentSort } from '@kinora/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, fetchFile } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import type { ItemIds } from '../parts/item'
import { contentsKey, foldersKey, useLibrary } from '../queries'

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
