import type { AnalysisRule, EngineId } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'
import { enginesQuery } from '../analysis/queries'

export function rulesQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['analysis-rules', environmentId],
    queryFn: async ({ signal }) => (await api('getAnalysisRules', { environmentId, signal })).rules,
  })
}

export function useSetRules() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const environmentId = environment.id
  return useMutation({
    mutationFn: (rules: AnalysisRule[]) => api('setAnalysisRules', { environmentId, body: { rules } }),
    onSuccess: ({ rules }) => queries.setQueryData(rulesQuery(environmentId).queryKey, rules),
  })
}

/** Asks for the test of an engine. */
export function useTestEngine() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const environmentId = environment.id
  return useMutation({
    mutationFn: (engine: EngineId) => api('testEngine', { environmentId, params: { engine } }),
    onSuccess: (tested) =>
      queries.setQueryData(enginesQuery(environmentId).queryKey, (old) =>
        old === undefined ? old : { items: old.items.map((each) => (each.id === tested.id ? tested : each)) },
      ),
  })
}
