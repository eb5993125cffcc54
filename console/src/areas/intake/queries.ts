import type { CloudAccount, WatchFileState } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'

type FolderBody = Parameters<typeof api<'createWatchFolder'>>[1]['body']
type ImportBody = Parameters<typeof api<'createCloudImport'>>[1]['body']
export type AccountBody = Parameters<typeof api<'createCloudAccount'>>[1]['body']

/** Folders are listed every few seconds, and no event says that nothing changed. */
export const refreshMs = 5000

export const intakeKey = (environmentId: string) => ['intake', environmentId] as const

export function watchFoldersQuery(environmentId: string, pageNum: number) {
  return queryOptions({
    queryKey: [...intakeKey(environmentId), 'folders', pageNum],
    queryFn: ({ signal }) =>
      api('listWatchFolders', { environmentId, query: { pageNum, pageSize: 12 }, signal }),
    placeholderData: keepPage([...intakeKey(environmentId), 'folders']),
    refetchInterval: refreshMs,
  })
}

export function watchFolderQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: [...intakeKey(environmentId), 'folder', id],
    queryFn: ({ signal }) => api('getWatchFolder', { environmentId, params: { id }, signal }),
    refetchInterval: refreshMs,
  })
}

export function watchRootsQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...intakeKey(environmentId), 'roots'],
    queryFn: ({ signal }) => api('listWatchRoots', { environmentId, signal }),
  })
}

export function cloudAccountsQuery(environmentId: string, pageNum: number) {
  return queryOptions({
    queryKey: [...intakeKey(environmentId), 'accounts', pageNum],
    queryFn: ({ signal }) =>
      api('listCloudAccounts', { environmentId, query: { pageNum, pageSize: 12 }, signal }),
    placeholderData: keepPage([...intakeKey(environmentId), 'accounts']),
    refetchInterval: refreshMs,
  })
}

export function importAccountsQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...intakeKey(environmentId), 'import-accounts'],
    queryFn: ({ signal }) => api('listImportAccounts', { environmentId, signal }),
  })
}

/** A folder of an account. Its server is asked again only when the folder is opened again. */
export function cloudFolderQuery(environmentId: string, id: string, path: string) {
  return queryOptions({
    queryKey: ['intake-browse', environmentId, id, path],
    queryFn: ({ signal }) =>
      api('browseCloudAccount', { environmentId, params: { id }, query: { path }, signal }),
    refetchOnWindowFocus: false,
    retry: false,
  })
}

export function importedFilesQuery(environmentId: string, pageNum: number) {
  const key = [...intakeKey(environmentId), 'imported']
  return queryOptions({
    queryKey: [...key, pageNum],
    queryFn: ({ signal }) =>
      api('listImportedFiles', { environmentId, query: { pageNum, pageSize: 12 }, signal }),
    placeholderData: keepPage(key),
    refetchInterval: refreshMs,
  })
}

export const useImportFiles = () =>
  useChange((environmentId, body: ImportBody) => api('createCloudImport', { environmentId, body }))

export interface FileFilter {
  readonly page: number
  readonly state: WatchFileState | undefined
  readonly q: string
}

export const filesPageSize = 25

export function watchFilesQuery(environmentId: string, id: string, { page, state, q }: FileFilter) {
  const key = [...intakeKey(environmentId), 'files', id, state, q]
  return queryOptions({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api('listWatchFiles', {
        environmentId,
        params: { id },
        query: {
          pageNum: page,
          pageSize: filesPageSize,
          ...(state && { state }),
          ...(q !== '' && { phrase: q }),
        },
        signal,
      }),
    placeholderData: keepPage(key),
    refetchInterval: refreshMs,
  })
}

/** A change of a watched folder, after which all of them are loaded again. */
export function useChange<Input, Answer>(run: (environmentId: string, input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (input: Input) => run(environment.id, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: intakeKey(environment.id) }),
  })
}

export const useCreateFolder = () =>
  useChange((environmentId, body: FolderBody) => api('createWatchFolder', { environmentId, body }))

export const useUpdateFolder = (id: string) =>
  useChange((environmentId, body: FolderBody) =>
    api('updateWatchFolder', { environmentId, params: { id }, body }),
  )

export const useDeleteFolder = () =>
  useChange((environmentId, { id }: { readonly id: string }) =>
    api('deleteWatchFolder', { environmentId, params: { id } }),
  )

export const usePauseFolder = () =>
  useChange((environmentId, { id, isPaused }: { readonly id: string; readonly isPaused: boolean }) =>
    api(isPaused ? 'pauseWatchFolder' : 'resumeWatchFolder', { environmentId, params: { id } }),
  )

export const useScanFolder = () =>
  useChange((environmentId, id: string) => api('scanWatchFolder', { environmentId, params: { id } }))

export const useTakeFile = (id: string) =>
  useChange((environmentId, fileId: string) =>
    api('takeWatchFile', { environmentId, params: { id, fileId } }),
  )

/** Creates or changes an account. @param account null for a new one */
export const useSaveAccount = (account: CloudAccount | null) =>
  useChange((environmentId, body: AccountBody) =>
    account === null
      ? api('createCloudAccount', { environmentId, body })
      : api('updateCloudAccount', { environmentId, params: { id: account.id }, body }),
  )

export const useDeleteAccount = () =>
  useChange((environmentId, { id }: { readonly id: string }) =>
    api('deleteCloudAccount', { environmentId, params: { id } }),
  )

export const useTestAccount = () =>
  useChange((environmentId, id: string) =>
    api('testCloudAccount', { environmentId, params: { id }, body: {} }),
  )
