import type { Analysis, AnalysisPart, Engine } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'

/** How often a running analysis is read. */
const refetchMs = 2000

const keyOf = (environmentId: string, id: string) => ['analysis', environmentId, id] as const

export const isRunning = ({ status }: Analysis['parts'][number]) =>
  status === 'waiting' || status === 'running'

export function analysisQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: keyOf(environmentId, id),
    queryFn: ({ signal }) => api('getAnalysis', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.parts.some(isRunning) ? refetchMs : false),
  })
}

export function useAnalyze(id: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: { readonly parts?: AnalysisPart[]; readonly language?: string }) =>
      api('analyzeContent', { environmentId: environment.id, params: { id }, body }),
    onSuccess: (analysis) => queries.setQueryData(keyOf(environment.id, id), analysis),
  })
}

/** The engines of the installation. They are read again while one is tested. */
export function enginesQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['engines', environmentId],
    queryFn: ({ signal }) => api('listEngines', { environmentId, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isTested) ? refetchMs : false),
  })
}

/** Whether an engine is being tested. */
export function isTested({ test }: Engine): boolean {
  return test?.status === 'waiting' || test?.status === 'running'
}
