import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { startActing } from '../../../lib/session'
import { meQuery } from '../queries'

interface PageOf {
  readonly pageNum: number
  readonly pageSize: number
  readonly phrase?: string
}

const peopleKey = ['installation', 'people'] as const
const organizationsKey = ['installation', 'organizations'] as const

export function peopleQuery(query: PageOf) {
  return queryOptions({
    queryKey: [...peopleKey, query],
    queryFn: ({ signal }) => api('listUsers', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function organizationsQuery(query: PageOf) {
  return queryOptions({
    queryKey: [...organizationsKey, query],
    queryFn: ({ signal }) => api('listOrganizations', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Starts to impersonate a user in this tab and reloads the page. `from` is the address to return to. */
export function useImpersonate(from: string) {
  return useMutation({
    mutationFn: (body: { userId: string; reason: string }) => api('impersonate', { body }),
    onSuccess: ({ token }) => startActing(token, from),
  })
}

export function useEndUserSessions() {
  return useMutation({ mutationFn: (id: string) => api('endUserSessions', { params: { id } }) })
}

export function useResetFactor() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api('resetSecondFactor', { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: peopleKey }),
  })
}

export function useSetOrganizationStatus(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'setStanding'>>[1]['body']) =>
      api('setStanding', { params: { id }, body }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: organizationsKey }),
        // The organization may be one of the administrator's own.
        queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]),
  })
}
