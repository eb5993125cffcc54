import type { Organization, User } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { startSession } from '../../lib/session'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api('getUser', { params: { id: 'me' }, signal }),
})

export function environmentsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['environments', organizationId],
    queryFn: ({ signal }) => api('listEnvironments', { query: { organizationId }, signal }),
  })
}

/** The people who can give access. */
export function administratorsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['administrators', organizationId],
    queryFn: ({ signal }) => api('listAdministrators', { params: { id: organizationId }, signal }),
    select: ({ items }) => items,
  })
}

export function useCreateOrganization() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string }) => api('createOrganization', { body }),
    onSuccess: (organization) => {
      queries.setQueryData(meQuery.queryKey, (me) => me && withOrganization(me, organization))
    },
  })
}

export function useCreateEnvironment() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createEnvironment'>>[1]['body']) =>
      api('createEnvironment', { body }),
    onSuccess: () => refreshUser(queries),
  })
}

export function useUpdateEnvironment(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'updateEnvironment'>>[1]['body']) =>
      api('updateEnvironment', { params: { id }, body }),
    onSuccess: () => refreshUser(queries),
  })
}

/** Refetches the current user, whose environments and rights may have changed. */
export function refreshUser(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: meQuery.queryKey }),
    queries.invalidateQueries({ queryKey: ['environments'] }),
  ])
}

/** Starts the session of a user and clears the data of the previous one. */
export function startUserSession(queries: QueryClient, { token, user }: { token: string; user: User }): void {
  startSession(token)
  queries.getMutationCache().clear()
  queries.removeQueries({ predicate: ({ meta }) => meta?.isPublic !== true })
  queries.setQueryData(meQuery.queryKey, user)
}

function withOrganization(me: User, organization: Organization): User {
  return { ...me, organizations: [...me.organizations, organization] }
}
