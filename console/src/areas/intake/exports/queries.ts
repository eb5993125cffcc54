import type { CloudExportState } from '@kinora/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { intakeKey, refreshMs, useChange } from '../queries'

type ExportBody = Parameters<typeof api<'createCloudExport'>>[1]['body']
export type RuleBody = Parameters<typeof api<'createExportRule'>>[1]['body']

export function exportAccountsQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...intakeKey(environmentId), 'export-accounts'],
    queryFn: ({ signal }) => api('listExportAccounts', { environmentId, signal }),
  })
}

interface ExportFilter {
  readonly page: number
  readonly state?: CloudExportState | undefined
  readonly contentId?: string
}

export function exportsQuery(environmentId: string, { page, state, contentId }: ExportFilter) {
  const key = [...intakeKey(environmentId), 'exports', state, contentId]
  return queryOptions({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api('listCloudExports', {
        environmentId,
        query: { pageNum: page, pageSize: 12, ...(state && { state }), ...(contentId && { contentId }) },
        signal,
      }),
    placeholderData: keepPage(key),
    refetchInterval: refreshMs,
  })
}

export function exportRulesQuery(environmentId: string, pageNum: number) {
  const key = [...intakeKey(environmentId), 'export-rules']
  return queryOptions({
    queryKey: [...key, pageNum],
    queryFn: ({ signal }) =>
      api('listExportRules', { environmentId, query: { pageNum, pageSize: 12 }, signal }),
    placeholderData: keepPage(key),
  })
}

export const useExportVideos = () =>
  useChange((environmentId, body: ExportBody) => api('createCloudExport', { environmentId, body }))

export const useRetryExport = () =>
  useChange((environmentId, id: string) => api('retryCloudExport', { environmentId, params: { id } }))

/** Creates or replaces a rule. @param id null for a new one */
export const useSaveRule = (id: string | null) =>
  useChange((environmentId, body: RuleBody) =>
    id === null
      ? api('createExportRule', { environmentId, body })
      : api('updateExportRule', { environmentId, params: { id }, body }),
  )

export const usePauseRule = () =>
  useChange((environmentId, { id, isPaused }: { readonly id: string; readonly isPaused: boolean }) =>
    api(isPaused ? 'pauseExportRule' : 'resumeExportRule', { environmentId, params: { id } }),
  )

export const useDeleteRule = () =>
  useChange((environmentId, { id }: { readonly id: string }) =>
    api('deleteExportRule', { environmentId, params: { id } }),
  )
