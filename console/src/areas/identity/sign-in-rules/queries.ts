import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { meQuery } from '../queries'

export type RulesBody = Parameters<typeof api<'setSignInRules'>>[1]['body']

export function signInRulesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['sign-in-rules', organizationId],
    queryFn: ({ signal }) => api('getSignInRules', { params: { id: organizationId }, signal }),
  })
}

export function useSetSignInRules(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: RulesBody) => api('setSignInRules', { params: { id: organizationId }, body }),
    onSuccess: (rules) => {
      queries.setQueryData(signInRulesQuery(organizationId).queryKey, rules)
      return queries.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  })
}
