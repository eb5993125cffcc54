import type { AnalysisRule } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'

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
