import type { Dimension, Report, ReportFormat, ReportRun, SavedReport } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { followDownload } from '../../lib/browser/save-file'
import { useWorkspace } from '../identity'

/** How often runs are read while one is under way. */
const refetchMs = 1500
const DAY_MS = 86_400_000
const VALUES_DAYS = 30

const reportsKey = (environmentId: string) => ['reports', environmentId] as const
const reportKey = (environmentId: string, id: string) => [...reportsKey(environmentId), id] as const

type ListAsked = NonNullable<Parameters<typeof api<'listReports'>>[1]['query']>
export type ReportInput = Parameters<typeof api<'createReport'>>[1]['body']

/** The environment and organization that requests name. */
export interface Place {
  readonly environmentId: string
  readonly organizationId: string
}

export function usePlace(): Place {
  const { environment } = useWorkspace()
  return { environmentId: environment.id, organizationId: environment.organizationId }
}

export function isUnderWay({ state }: Pick<ReportRun, 'state'>): boolean {
  return state === 'due' || state === 'rendering' || state === 'sending'
}

export function reportsQuery({ environmentId, organizationId }: Place, query: ListAsked) {
  const key = [...reportsKey(environmentId), 'list'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listReports', { environmentId, params: { organizationId }, query, signal }),
    placeholderData: keepPage(key),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ lastRun }) => lastRun !== null && isUnderWay(lastRun)) ? refetchMs : false,
  })
}

export function reportQuery({ environmentId, organizationId }: Place, id: string) {
  return queryOptions({
    queryKey: reportKey(environmentId, id),
    queryFn: ({ signal }) => api('getReport', { environmentId, params: { organizationId, id }, signal }),
  })
}

export function runsQuery({ environmentId, organizationId }: Place, id: string, pageNum: number) {
  const key = [...reportKey(environmentId, id), 'runs'] as const
  return queryOptions({
    queryKey: [...key, pageNum],
    queryFn: ({ signal }) =>
      api('listReportRuns', { environmentId, params: { organizationId, id }, query: { pageNum }, signal }),
    placeholderData: keepPage(key),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? refetchMs : false),
  })
}

/** The values of a dimension in the last 30 days. */
export function valuesQuery({ environmentId }: Place, dimension: Dimension, phrase: string) {
  return queryOptions({
    queryKey: ['report-values', environmentId, dimension, phrase],
    queryFn: async ({ signal }) => {
      const to = new Date()
      const from = new Date(to.getTime() - VALUES_DAYS * DAY_MS)
      const range = { from: from.toISOString(), to: to.toISOString() }
      const query = { ...range, dimension, ...(phrase !== '' && { phrase }) }
      return (await api('getFilterValues', { environmentId, query, signal })).items
    },
  })
}

/** Creates a report, or replaces one. @param id null for a new one */
export function useSaveReport(id: string | null) {
  const { environmentId, organizationId } = usePlace()
  const keep = useKeepReport()
  return useMutation({
    mutationFn: (body: ReportInput) =>
      id === null
        ? api('createReport', { environmentId, params: { organizationId }, body })
        : api('updateReport', { environmentId, params: { organizationId, id }, body }),
    onSuccess: keep,
  })
}

export type ReportAction = 'pause' | 'resume' | 'duplicate' | 'send'

/** Acts on a report. */
export function useActOnReport({ id, environmentId }: Report) {
  const { organizationId } = usePlace()
  const queries = useQueryClient()
  const asked = { environmentId, params: { organizationId, id } }
  const calls: Readonly<Record<ReportAction, () => Promise<unknown>>> = {
    pause: () => api('pauseReport', asked),
    resume: () => api('resumeReport', asked),
    duplicate: () => api('duplicateReport', asked),
    send: () => api('sendReport', asked),
  }
  return useMutation({
    mutationFn: (action: ReportAction) => calls[action](),
    onSuccess: () => queries.invalidateQueries({ queryKey: reportsKey(environmentId) }),
  })
}

export function useDeleteReport() {
  const { organizationId } = usePlace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: Report) =>
      api('deleteReport', { environmentId, params: { organizationId, id } }),
    onSuccess: (_, { environmentId }) =>
      queries.invalidateQueries({ queryKey: [...reportsKey(environmentId), 'list'] }),
  })
}

/** Tries a failed run again. */
export function useRetryRun() {
  const { environmentId, organizationId } = usePlace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id: runId, reportId: id }: ReportRun) =>
      api('retryReportRun', { environmentId, params: { organizationId, id, runId } }),
    onSuccess: (_, { reportId }) =>
      queries.invalidateQueries({ queryKey: reportKey(environmentId, reportId) }),
  })
}

export function useDownloadFile() {
  const { environmentId, organizationId } = usePlace()
  return useMutation({
    mutationFn: async ({ run, format }: { readonly run: ReportRun; readonly format: ReportFormat }) => {
      const params = { organizationId, id: run.reportId, runId: run.id }
      const { url } = await api('linkReportFile', { environmentId, params, body: { format } })
      if (url !== null) followDownload(url)
    },
  })
}

function useKeepReport() {
  const queries = useQueryClient()
  return ({ webhookSecret: _secret, ...report }: SavedReport) => {
    const { environmentId, id } = report
    queries.setQueryData(reportKey(environmentId, id), report)
    return queries.invalidateQueries({ queryKey: [...reportsKey(environmentId), 'list'] })
  }
}
