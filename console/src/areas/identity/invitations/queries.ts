import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { forgotten } from '../../../lib/forgotten'
import { enter, meQuery } from '../queries'
import { keepInvitation } from './kept-invitation'

export type Invitation = Awaited<ReturnType<typeof api<'readInvitation'>>>

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api('readInvitation', { body: { token }, signal }),
    // It changes by being taken, and then somebody says so.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A new account, signed in and a member. The invitation is used up when `onJoined` is told. */
export function useJoin(onJoined: () => void) {
  const queries = useQueryClient()
  return useMutation({
    ...forgotten,
    mutationFn: (body: Parameters<typeof api<'joinByInvitation'>>[1]['body']) =>
      api('joinByInvitation', { body }),
    onSuccess: (session) => {
      onJoined()
      keepInvitation(null)
      enter(queries, session)
    },
  })
}

/** Membership for who is signed in; where they may go now is known when it resolves. */
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
