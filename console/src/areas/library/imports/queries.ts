import type { ImportCounts, RowState, VideoImport } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, fetchFile } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { listenToEvents } from '../../../lib/events'
import { makeThrottle } from '../../../lib/throttle'
import { useWorkspace } from '../../identity'

/** Uploading may be slow, and parsing waits in a queue. */
const uploadTimeoutMs = 300_000
/** The server validates all rows again. */
const validationTimeoutMs = 60_000
/** Events come in bursts. */
const pauseMs = 500
/** Users who may not see videos get no events, so poll as well. */
const pollIntervalMs = 5000

export const importPageSize = 12
export const rowPageSize = 50

const importsKey = (environmentId: string) => ['imports', environmentId] as const
const importKey = (environmentId: string, id: string) => ['import', environmentId, id] as const

/** Whether rows are still being imported. */
export function isUnderWay({ waiting, downloading, processing }: ImportCounts): boolean {
  return waiting + downloading + processing > 0
}

export function importsQuery(environmentId: string, pageNum: number) {
  return queryOptions({
    queryKey: [...importsKey(environmentId), pageNum],
    queryFn: ({ signal }) =>
      api('listImports', { environmentId, query: { pageNum, pageSize: importPageSize }, signal }),
    placeholderData: keepPage(importsKey(environmentId)),
  })
}

export function importQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: importKey(environmentId, id),
    queryFn: ({ signal }) => api('getImport', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollIntervalMs : false),
  })
}

/** Empty `states` means all rows. */
export function importRowsQuery(
  environmentId: string,
  id: string,
  pageNum: number,
  states: readonly RowState[],
) {
  const rows = [...importKey(environmentId, id), 'rows']
  return queryOptions({
    queryKey: [...rows, states, pageNum],
    queryFn: ({ signal }) =>
      api('listImportRows', {
        environmentId,
        params: { id },
        query: { pageNum, pageSize: rowPageSize, ...(states.length > 0 && { state: [...states] }) },
        signal,
      }),
    placeholderData: keepPage(rows),
  })
}

export function useCreateImport() {
  const { environmentId, refresh } = useImports()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createImport'>>[1]['body']) =>
      api('createImport', { environmentId, body, timeoutMs: uploadTimeoutMs }),
    onSuccess: ({ id }) => refresh(id),
  })
}

export type ImportSettings = Pick<
  VideoImport,
  'mapping' | 'playbackPolicy' | 'encodingProfileId' | 'repeats' | 'isTest'
>

/** Changes of an import run one by one, so that it starts with the latest choices. */
const mutationScope = (id: string) => ({ id: `import ${id}` })

export function useUpdateImport(id: string) {
  const { environmentId, refresh } = useImports()
  return useMutation({
    scope: mutationScope(id),
    mutationFn: (body: ImportSettings) =>
      api('updateImport', { environmentId, params: { id }, body, timeoutMs: validationTimeoutMs }),
    onSettled: () => refresh(id),
  })
}

export function useImportAction(id: string, action: 'startImport' | 'cancelImport' | 'retryImport') {
  const { environmentId, refresh } = useImports()
  return useMutation({
    scope: mutationScope(id),
    mutationFn: () => api(action, { environmentId, params: { id }, timeoutMs: validationTimeoutMs }),
    onSettled: () => refresh(id),
  })
}

export function useDeleteImport() {
  const queries = useQueryClient()
  const { environmentId } = useImports()
  return useMutation({
    mutationFn: (id: string) => api('deleteImport', { environmentId, params: { id } }),
    onSuccess: (_nothing, id) => {
      queries.removeQueries({ queryKey: importKey(environmentId, id) })
      void queries.invalidateQueries({ queryKey: importsKey(environmentId) })
    },
  })
}

export function fetchTemplate(environmentId: string, language: 'en' | 'ar' | 'hi' | 'te'): Promise<Blob> {
  return fetchFile('downloadImportTemplate', { environmentId, query: { language } })
}

export function fetchReport(
  environmentId: string,
  id: string,
  language: 'en' | 'ar' | 'hi' | 'te',
): Promise<Blob> {
  return fetchFile('downloadImportReport', { environmentId, params: { id }, query: { language } })
}

/** Refetches imports when events of videos or imports arrive. */
export function useLiveImports(environmentId: string, id?: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const soon = makeThrottle(pauseMs, () => void refreshImports(queries, environmentId, id))
    const stop = listenToEvents(environmentId, {
      onEvent: ({ object }) => {
        if (object.type === 'asset' || object.type === 'import') soon.start()
      },
      onProgress: () => soon.start(),
      onReconnect: () => soon.start(),
    })
    return () => {
      stop()
      soon.cancel()
    }
  }, [queries, environmentId, id])
}

async function refreshImports(queries: QueryClient, environmentId: string, id?: string): Promise<void> {
  const list = queries.invalidateQueries({ queryKey: importsKey(environmentId) })
  if (id !== undefined) await queries.invalidateQueries({ queryKey: importKey(environmentId, id) })
  await list
}

function useImports() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return {
    environmentId: environment.id,
    refresh: (id: string) => refreshImports(queries, environment.id, id),
  }
}
