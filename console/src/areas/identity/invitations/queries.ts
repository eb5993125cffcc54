import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { uncached } from '../../../lib/uncached'
import { meQuery, startUserSession } from '../queries'
import { storeInvitation } from './stored-invitation'

export type Invitation = Awaited<ReturnType<typeof api<'readInvitation'>>>

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api('readInvitation', { body: { token }, signal }),
    // It changes only when it is accepted, and that invalidates it.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Creates an account, signs in and joins. The invitation is used when `onJoined` is called. */
export function useJoin(onJoined: () => void) {
  const queries = useQueryClient()
  return useMutation({
    ...uncached,
    mutationFn: (body: Parameters<typeof api<'joinByInvitation'>>[1]['body']) =>
      api('joinByInvitation', { body }),
    onSuccess: (session) => {
      onJoined()
      storeInvitation(null)
      startUserSession(queries, session)
    },
  })
}

/** Joins with the signed-in account. The user's environments are refetched before it resolves. */
export function useAcceptInvitation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (token: string) => {
      const organization = await api('acceptInvitation', { body: { token } })
      await queries.refetchQueries({ queryKey: meQuery.queryKey })
      return organization
    },
  })
}
